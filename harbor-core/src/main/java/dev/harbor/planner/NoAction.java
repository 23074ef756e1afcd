package dev.harbor.planner;

/** Says why an answer of a model is no action, in words that help the model to do better. Made for each bad answer, so it has no stack. */
final class NoAction extends Exception {

    private static final long serialVersionUID = 1L;

    private static final int MAX_LENGTH = 400;

    private final boolean plainText;

    private NoAction(String problem, boolean plainText) {
        super(Shortened.to(MAX_LENGTH, problem), null, false, false);
        this.plainText = plainText;
    }

    static NoAction because(String problem) {
        return new NoAction(problem, false);
    }

    /** The answer has words and nothing that looks like JSON. */
    static NoAction plainText() {
        return new NoAction(
                "the answer has no JSON object; if it is your final answer, give it as"
                        + " {\"action\":\"finish\",\"result\":\"...\"}",
                true);
    }

    String problem() {
        return String.valueOf(getMessage());
    }

    boolean isPlainText() {
        return plainText;
    }
}
