package dev.harbor.examples.harness;

/** Says that options don't fit together, and which do. */
final class Misuse extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Misuse(String message) {
        super(message);
    }

    static void unless(boolean holds, String message) {
        if (!holds) {
            throw new Misuse(message);
        }
    }
}
