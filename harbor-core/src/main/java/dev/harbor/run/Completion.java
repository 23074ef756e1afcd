package dev.harbor.run;

import java.util.regex.Pattern;

/**
 * Is what an evaluator found.
 *
 * <p>Immutable.
 *
 * @param complete whether the contract is fulfilled
 * @param reason why it is, or what is missing: a code of 1 to 64 characters of {@code [a-z0-9_]}, which becomes the reason of the run
 */
public record Completion(boolean complete, String reason) {

    private static final Pattern SPELLING = Pattern.compile("[a-z0-9_]{1,64}");

    /**
     * Checks the spelling of the reason.
     *
     * @throws IllegalArgumentException if it is not spelled as allowed
     */
    public Completion {
        if (!SPELLING.matcher(reason).matches()) {
            throw new IllegalArgumentException("the reason of a completion must match " + SPELLING.pattern()
                    + ", got a text of " + reason.length() + " characters");
        }
    }

    /** Says that the contract is fulfilled. */
    public static Completion reached(String reason) {
        return new Completion(true, reason);
    }

    /** Says that something is missing. */
    public static Completion missing(String reason) {
        return new Completion(false, reason);
    }
}
