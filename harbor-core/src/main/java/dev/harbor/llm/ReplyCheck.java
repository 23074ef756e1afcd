package dev.harbor.llm;

import java.util.Optional;

/**
 * Looks at an answer of a model and says what is wrong with it.
 *
 * <p>Implementations must be thread-safe.
 */
@FunctionalInterface
public interface ReplyCheck {

    /** Returns what is wrong, in words that help the model to do better; empty when the answer is good. */
    Optional<String> problem(LlmReply reply);

    /** Returns a check that every answer passes. */
    static ReplyCheck none() {
        return reply -> Optional.empty();
    }
}
