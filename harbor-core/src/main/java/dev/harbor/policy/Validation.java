package dev.harbor.policy;

/** Says which side of a tool is checked against its schema. Immutable. */
public enum Validation {
    /** Neither side; arguments of a typed tool are still decoded, which cannot be switched off. */
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
