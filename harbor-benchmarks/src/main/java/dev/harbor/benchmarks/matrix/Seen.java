package dev.harbor.benchmarks.matrix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes what a tool was called with. It is public for tools that another class loader has. Thread-safe, for one call at a time. */
public final class Seen {

    private static final List<String> NOTES = Collections.synchronizedList(new ArrayList<>());

    private Seen() {}

    /** Notes it, and returns what the tool says then. */
    public static String note(@Nullable Object value) {
        NOTES.add(value instanceof String text ? '"' + text + '"' : String.valueOf(value));
        return "done";
    }

    static void clear() {
        NOTES.clear();
    }

    static boolean isNothing() {
        return NOTES.isEmpty();
    }

    /** Returns what the tool got, each time that it ran. */
    static String what() {
        return String.join(", ", NOTES);
    }
}
