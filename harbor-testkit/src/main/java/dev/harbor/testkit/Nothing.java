package dev.harbor.testkit;

/** Is null where callers must not pass it, which is what some tests are about. */
final class Nothing {

    private Nothing() {}

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    static <T> T of() {
        return null;
    }
}
