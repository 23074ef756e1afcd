package dev.harbor.pause;

import java.util.Locale;

/** Says what something waits for. Immutable. */
public enum PauseReason {
    /** A person has to approve a call. */
    APPROVAL_REQUIRED,
    /** A person has to answer. */
    AWAIT_INPUT,
    /** Something outside has to happen, such as a consent or a callback. */
    EXTERNAL_EVENT,
    /** What is wanted can't be had under the rules; a person has to decide. */
    CONSTRAINTS_CONFLICT;

    /** Returns the spelling in events, journals and run reasons: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
