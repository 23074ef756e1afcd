package dev.harbor.plan;

import java.util.Locale;

/** Says why a planner ends a run. Immutable. */
public enum FinishReason {
    /** The goal is reached. */
    GOAL,
    /** There is no way on. */
    NO_PATH,
    /** It was told to stop. */
    CANCELLED,
    /** Time is over. */
    DEADLINE_EXCEEDED,
    /** What is wanted can't be had under the rules. */
    CONSTRAINTS_CONFLICT;

    /** Returns the spelling in events, journals and run reasons: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
