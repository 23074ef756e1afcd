package dev.harbor.llm;

/**
 * Estimates how many tokens of a model's context window a request takes.
 *
 * <p>Implementations must be thread-safe and quick: every request goes through one.
 */
@FunctionalInterface
public interface TokenEstimate {

    /** Returns how many tokens the request takes, 0 or more. */
    long tokens(LlmRequest request);

    /**
     * Returns an estimate for any model: four tokens a message, and for each text, name and schema one token and one more for four bytes of UTF-8; a piece of
     * media counts as 256.
     */
    static TokenEstimate standard() {
        return CountedTokens::of;
    }
}
