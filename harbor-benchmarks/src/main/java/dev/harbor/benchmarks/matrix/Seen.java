package dev.harbor.benchmarks.matrix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notes what a tool was called with, with the classes of what does not belong where it is. Not thread-safe. */
final class Seen {

    private static final List<String> NOTES = new ArrayList<>();

    private Seen() {}

    static String note(@Nullable Object value) {
        NOTES.add(describe(value));
        return "done";
    }

    static void clear() {
        NOTES.clear();
    }

    /** Returns what the tool got when it ran once, or null when it did not run. */
    static @Nullable String what() {
        return NOTES.isEmpty() ? null : String.join(", ", NOTES);
    }

    private static String describe(@Nullable Object value) {
        if (value instanceof Collection<?> all) {
            return all.stream().map(Seen::describe).toList().toString();
        }
        if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((key, inner) -> entries.add(key + "=" + describe(inner)));
            return "{" + String.join(", ", entries) + "}";
        }
        return value instanceof String text ? '"' + text + '"' : String.valueOf(value);
    }
}
