package dev.harbor.json;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Remembers where in a document a reader or writer stands, so that only a failure pays for the text of a pointer. Bounds the nesting.
 *
 * <p>Not thread-safe.
 */
final class Path {

    private static final int FIRST_SIZE = 4;
    private static final int NO_CHILD = -1;

    private @Nullable String[] names = new String[FIRST_SIZE];
    private int[] indexes = new int[FIRST_SIZE];
    private int depth;

    /** Steps into an object or array; false, and nothing is changed, if that would be one level too many. */
    boolean enter() {
        if (depth == Json.MAX_DEPTH) {
            return false;
        }
        if (depth == indexes.length) {
            names = Arrays.copyOf(names, depth * 2);
            indexes = Arrays.copyOf(indexes, depth * 2);
        }
        names[depth] = null;
        indexes[depth++] = NO_CHILD;
        return true;
    }

    void leave() {
        depth--;
    }

    void member(String name) {
        names[depth - 1] = name;
    }

    void element(int index) {
        indexes[depth - 1] = index;
    }

    String memberName() {
        return Objects.requireNonNull(names[depth - 1]);
    }

    int depth() {
        return depth;
    }

    void cutTo(int outerDepth) {
        depth = outerDepth;
    }

    /** Returns the place as an RFC 6901 pointer. */
    String pointer() {
        StringBuilder pointer = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            String name = names[i];
            if (name != null) {
                pointer.append('/').append(Pointers.escape(name));
            } else if (indexes[i] != NO_CHILD) {
                pointer.append('/').append(indexes[i]);
            }
        }
        return pointer.toString();
    }
}
