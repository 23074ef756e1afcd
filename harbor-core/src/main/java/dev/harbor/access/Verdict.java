package dev.harbor.access;

import java.util.Objects;

/** Is the answer of an {@link AccessPolicy}. Immutable. */
public sealed interface Verdict {

    /** Returns the verdict that lets a tool through. */
    static Verdict allow() {
        return Allow.INSTANCE;
    }

    /** Returns the verdict that refuses, with a stable code. */
    static Verdict deny(String code, String message) {
        return new Deny(code, message);
    }

    /** Returns the verdict that wants a person to be asked first. */
    static Verdict ask(String reason) {
        return new Ask(reason);
    }

    /** Lets the tool through. */
    enum Allow implements Verdict {
        /** The only one. */
        INSTANCE
    }

    /**
     * Refuses.
     *
     * @param code a stable code for audits, 1 to 64 characters of {@code [a-z0-9_]}
     * @param message what is refused, safe to show to a model
     */
    record Deny(String code, String message) implements Verdict {

        /**
         * Checks the spelling.
         *
         * @throws IllegalArgumentException if the code is not spelled as allowed
         */
        public Deny {
            Objects.requireNonNull(message, "message");
            if (!code.matches("[a-z0-9_]{1,64}")) {
                throw new IllegalArgumentException("a denial code must match [a-z0-9_]{1,64}");
            }
        }
    }

    /**
     * Wants a person to be asked before the call is made.
     *
     * @param reason what the person is asked, 1 to 1024 characters
     */
    record Ask(String reason) implements Verdict {

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if the reason is blank or too long
         */
        public Ask {
            if (reason.isBlank() || reason.length() > 1024) {
                throw new IllegalArgumentException("a reason to ask has 1 to 1024 characters");
            }
        }
    }
}
