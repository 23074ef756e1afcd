package dev.harbor.tools.http;

/** Is null where the compiler is not to see it. */
final class Nothing {

    private Nothing() {}

    @SuppressWarnings("NullAway")
    static <T> T of() {
        return null;
    }
}
