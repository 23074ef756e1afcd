package dev.harbor.llm;

/**
 * Says what an answer took. Unknown numbers are zero.
 *
 * <p>Immutable.
 *
 * @param inputTokens tokens read
 * @param outputTokens tokens written
 * @param costMicros the price in millionths of the currency that the client's cost table is in
 */
public record LlmUsage(long inputTokens, long outputTokens, long costMicros) {

    /** Nothing, or nothing known. */
    public static final LlmUsage NONE = new LlmUsage(0, 0, 0);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public LlmUsage {
        if (inputTokens < 0 || outputTokens < 0 || costMicros < 0) {
            throw new IllegalArgumentException("usage must not be negative");
        }
    }

    /** Returns the sum of both. */
    public LlmUsage plus(LlmUsage other) {
        return new LlmUsage(
                inputTokens + other.inputTokens, outputTokens + other.outputTokens, costMicros + other.costMicros);
    }

    /** Returns tokens read and written together. */
    public long totalTokens() {
        return inputTokens + outputTokens;
    }
}
