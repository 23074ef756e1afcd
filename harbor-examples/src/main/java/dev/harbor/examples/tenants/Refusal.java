package dev.harbor.examples.tenants;

/** Says that a request was refused before any tool was called, and with which status. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    Refusal(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    Answer answer() {
        return Answer.error(status, code, String.valueOf(getMessage()));
    }
}
