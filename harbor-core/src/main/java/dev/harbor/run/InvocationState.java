package dev.harbor.run;

import java.util.Locale;

/** Is how far a call of a run has come. Immutable. */
public enum InvocationState {
    /** Its intent is recorded; what came of it is not. */
    PENDING,
    /** It succeeded. */
    SUCCEEDED,
    /** It failed, and the effect is known not to have happened or to be settled. */
    FAILED,
    /** Its effect may or may not have happened; it waits for an operator and is never repeated. */
    UNKNOWN,
    /** It was denied and never ran, or waited for something that was refused. */
    REJECTED,
    /** It was cut off, by a cancellation or a crash, and had no effect. */
    INTERRUPTED,
    /** It waits for a person or an outside event, and nothing of it is in doubt. */
    PAUSED,
    /** It was told to stop, and had no effect. */
    CANCELLED;

    /** Tells whether nothing changes any more. */
    public boolean isTerminal() {
        return this != PENDING && this != UNKNOWN && this != PAUSED;
    }

    /** Returns the spelling in events and journals: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
