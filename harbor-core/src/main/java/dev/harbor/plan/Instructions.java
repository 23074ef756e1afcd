package dev.harbor.plan;

import dev.harbor.llm.LlmRequest;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Is what a planner that asks a model is told in a turn. A planner may add to it; one that asks no model ignores it.
 *
 * <p>Immutable.
 *
 * @param system what the model is, in its own message; may be empty; at most {@value #MAX_TEXT_BYTES} bytes of UTF-8
 * @param user what the model is to do; may be empty; at most {@value #MAX_TEXT_BYTES} bytes of UTF-8
 * @param maxOutputTokens the most tokens of the answer, 1 to {@value #MAX_OUTPUT_TOKENS}
 * @param temperature how freely the model may answer, 0 to {@value #MAX_TEMPERATURE}
 */
public record Instructions(String system, String user, int maxOutputTokens, double temperature) {

    /** The most bytes of UTF-8 of either text. */
    public static final int MAX_TEXT_BYTES = 1 << 20;

    /** The most tokens that an answer may be given. */
    public static final int MAX_OUTPUT_TOKENS = 1_000_000;

    /** The highest temperature. */
    public static final double MAX_TEMPERATURE = 2;

    /** Tells nothing: what a run without a profile has. */
    public static final Instructions NONE = new Instructions("", "", LlmRequest.DEFAULT_MAX_OUTPUT_TOKENS, 0);

    /**
     * Checks every bound.
     *
     * @throws IllegalArgumentException if a bound is broken; the message names it
     */
    public Instructions {
        requireBounded("system", system);
        requireBounded("user", user);
        if (maxOutputTokens < 1 || maxOutputTokens > MAX_OUTPUT_TOKENS) {
            throw new IllegalArgumentException(
                    "maxOutputTokens must be 1 to " + MAX_OUTPUT_TOKENS + ", got " + maxOutputTokens);
        }
        if (!(temperature >= 0 && temperature <= MAX_TEMPERATURE)) {
            throw new IllegalArgumentException("temperature must be 0 to " + MAX_TEMPERATURE + ", got " + temperature);
        }
    }

    private static void requireBounded(String what, String text) {
        int bytes = Objects.requireNonNull(text, what).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException(
                    what + " must have at most " + MAX_TEXT_BYTES + " bytes of UTF-8, got " + bytes);
        }
    }
}
