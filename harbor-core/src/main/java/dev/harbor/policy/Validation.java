package dev.harbor.policy;

/** Says which side of a tool is checked against its schema. Immutable. */
public enum Validation {
    /**
     * Neither side, as far as that can be: what becomes a value of Java, or is written from one, is still decoded and encoded, and the strict profile still
     * holds arguments to their schema. A tool over JSON gets and hands back any JSON.
     */
    NONE(false, false),
    /** The arguments. */
    IN(true, false),
    /** The result. */
    OUT(false, true),
    /** Both sides, the default. */
    BOTH(true, true);

    private final boolean arguments;
    private final boolean result;

    Validation(boolean arguments, boolean result) {
        this.arguments = arguments;
        this.result = result;
    }

    /** Tells whether arguments are checked. */
    public boolean arguments() {
        return arguments;
    }

    /** Tells whether results are checked. */
    public boolean result() {
        return result;
    }
}
