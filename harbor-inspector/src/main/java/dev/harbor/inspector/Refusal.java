package dev.harbor.inspector;

/** Is a request that ends with an answer that says why. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final int status;

    Refusal(int status, String message) {
        super(message);
        this.status = status;
    }

    /** What may not be seen is answered like what does not exist. */
    static Refusal notFound() {
        return new Refusal(404, "There is nothing here.");
    }

    int status() {
        return status;
    }
}
