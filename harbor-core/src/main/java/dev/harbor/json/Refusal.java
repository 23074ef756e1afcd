package dev.harbor.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Phrases why code of the embedder's refused a value, without handing the value back. */
final class Refusal {

    private Refusal() {}

    /** Returns what the exception says, to be put behind a sentence; empty if it says nothing or repeats a long value. */
    static String because(Throwable cause, List<? extends @Nullable Object> values) {
        String message = cause.getMessage();
        if (message == null || message.isBlank() || values.stream().anyMatch(value -> repeats(message, value))) {
            return "";
        }
        return ": " + Excerpt.ofLine(message);
    }

    private static boolean repeats(String message, @Nullable Object value) {
        return value instanceof CharSequence text
                && text.length() > Excerpt.MAX_LENGTH
                && message.contains(text.subSequence(0, Excerpt.MAX_LENGTH + 1));
    }
}
