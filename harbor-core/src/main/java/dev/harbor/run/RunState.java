package dev.harbor.run;

import java.util.Locale;

/** Is the state of a run. Immutable. */
public enum RunState {
    /** It has not begun. */
    QUEUED,
    /** It is being driven. */
    RUNNING,
    /** It waits for a person or an outside event; nothing drives it. */
    WAITING,
    /** Its contract is fulfilled. */
    SUCCEEDED,
    /** It can't be fulfilled. */
    FAILED,
    /** It was told to stop. */
    CANCELLED;

    /** Tells whether nothing changes any more. */
    public boolean isTerminal() {
        return this == SUCCEEDED || this == FAILED || this == CANCELLED;
    }

    /** Returns the spelling in events and journals: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
