package dev.harbor.llm;

import java.util.Locale;

/** Says who speaks in a message. Immutable. */
public enum Role {
    /** Who runs the planner. */
    SYSTEM,
    /** Whose goal it is, and what tools answered. */
    USER,
    /** The model. */
    ASSISTANT;

    /** Returns the spelling that providers use: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
