package dev.harbor.json;

import java.util.Objects;

/**
 * Reports that a value had the wrong JSON kind and was read all the same, without loss.
 *
 * <p>Immutable.
 *
 * @param pointer the place as an RFC 6901 JSON pointer
 * @param what what was done, in English, for example {@code text read as integer}
 */
public record Repair(String pointer, String what) {

    /** Checks that nothing is missing. */
    public Repair {
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(what, "what");
    }
}
