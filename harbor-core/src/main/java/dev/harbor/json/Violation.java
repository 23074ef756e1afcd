package dev.harbor.json;

import java.util.List;
import java.util.Objects;

/**
 * Says where and why a JSON value does not fit. Fit for a model: the message is English whatever the locale and never repeats more than 40 characters
 * of the offending value.
 *
 * <p>Immutable.
 *
 * @param pointer the place as an RFC 6901 JSON pointer, empty for the whole document
 * @param keyword the JSON Schema keyword that is not met ({@code type}, {@code required}, {@code enum}), or another lower-case word
 * @param message what is wrong and what is allowed, without the place
 * @param allowed the values or names that would do, best first; empty when that is no short list
 */
public record Violation(String pointer, String keyword, String message, List<String> allowed) {

    /** Copies the list. */
    public Violation {
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(keyword, "keyword");
        Objects.requireNonNull(message, "message");
        allowed = List.copyOf(allowed);
    }

    /** Returns place and message in one line. */
    @Override
    public String toString() {
        return (pointer.isEmpty() ? "value " : pointer + " ") + message;
    }
}
