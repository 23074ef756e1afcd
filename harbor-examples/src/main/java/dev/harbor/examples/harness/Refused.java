package dev.harbor.examples.harness;

/** Says what the harness does not do, where that stands, and what is allowed. */
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Refused(String message) {
        super(message);
    }

    Refused(String message, Throwable cause) {
        super(message, cause);
    }
}
