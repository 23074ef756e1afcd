package dev.harbor.llm.langchain4j;

import java.math.BigInteger;

/**
 * Says what tokens of a model cost.
 *
 * <p>Immutable.
 *
 * @param inputMicros the price of a million tokens read, in millionths of the currency, 0 or more
 * @param outputMicros the price of a million tokens written, in millionths of the currency, 0 or more
 */
public record ModelPrice(long inputMicros, long outputMicros) {

    /** For nothing. */
    public static final ModelPrice FREE = new ModelPrice(0, 0);

    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a price is negative
     */
    public ModelPrice {
        if (inputMicros < 0 || outputMicros < 0) {
            throw new IllegalArgumentException("a price must not be negative");
        }
    }

    /** Returns the price of tokens in millionths of the currency, rounded up, so that a budget is never overdrawn by rounding. */
    public long of(long inputTokens, long outputTokens) {
        BigInteger exact = BigInteger.valueOf(inputTokens)
                .multiply(BigInteger.valueOf(inputMicros))
                .add(BigInteger.valueOf(outputTokens).multiply(BigInteger.valueOf(outputMicros)));
        return exact.add(MILLION).subtract(BigInteger.ONE).divide(MILLION).longValueExact();
    }
}
