package dev.harbor.artifacts;

/** Checks offsets into artifacts. */
final class Offsets {

    private Offsets() {}

    static void require(long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must be 0 or more bytes, got " + offset);
        }
    }
}
