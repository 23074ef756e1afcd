package dev.harbor.llm;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Is one message to a model. It is a list of parts, so that a long prompt is many small parts and not one that the guard must take for a leak.
 *
 * <p>Immutable.
 *
 * @param role who speaks
 * @param parts what is said, one part or more
 */
public record Message(Role role, List<Content> parts) {

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if there is no part
     */
    public Message {
        Objects.requireNonNull(role, "role");
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a message has one part or more");
        }
    }

    /** Returns a message of texts, each a part of its own. */
    public static Message of(Role role, String... texts) {
        return new Message(role, Arrays.stream(texts).map(Content::text).toList());
    }
}
