package dev.harbor.plan;

/**
 * Says when parallel calls are done.
 *
 * <p>Immutable.
 *
 * @param kind the rule
 * @param count how many successes {@link Kind#AT_LEAST} waits for, 1 or more; 0 for the other kinds
 */
public record JoinPolicy(Kind kind, int count) {

    /** Waits for every call; each has its own outcome. */
    public static final JoinPolicy ALL = new JoinPolicy(Kind.ALL, 0);

    /** Waits for the first success and cancels the rest. */
    public static final JoinPolicy FIRST_SUCCESS = new JoinPolicy(Kind.FIRST_SUCCESS, 0);

    /** Is a rule. */
    public enum Kind {
        /** Every call. */
        ALL,
        /** The first success. */
        FIRST_SUCCESS,
        /** A number of successes. */
        AT_LEAST
    }

    /**
     * Checks that the count goes with the kind.
     *
     * @throws IllegalArgumentException if it does not
     */
    public JoinPolicy {
        if ((kind == Kind.AT_LEAST) != (count >= 1)) {
            throw new IllegalArgumentException(
                    "a count of 1 or more belongs to AT_LEAST, and only to it; got " + kind + " and " + count);
        }
    }

    /** Returns the rule that waits for so many successes and cancels the rest. */
    public static JoinPolicy atLeast(int successes) {
        return new JoinPolicy(Kind.AT_LEAST, successes);
    }
}
