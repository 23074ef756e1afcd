package dev.harbor.llm;

import java.util.Objects;

/**
 * Is what a model answered.
 *
 * @param text the answer
 * @param usage what it took
 * @param finishReason why it ended, as the provider says: {@code stop}, {@code length}, ...
 * @param model which model answered
 */
public record LlmReply(String text, LlmUsage usage, String finishReason, String model) {

    /** Checks that nothing is missing. */
    public LlmReply {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(model, "model");
    }

    /** Returns a complete answer of which only the text is known. */
    public static LlmReply of(String text) {
        return new LlmReply(text, LlmUsage.NONE, "stop", "");
    }
}
