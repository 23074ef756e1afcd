package dev.harbor.loop;

import java.util.Locale;

/** Says how a turn is. */
public enum TurnState {
    /** Turns before it have not ended. */
    QUEUED,
    /** It is carried out. */
    RUNNING,
    /** It waits for somebody, or for what became of a write. */
    WAITING,
    /** It reached its goal. */
    DONE,
    /** It failed. */
    FAILED,
    /** It was interrupted. */
    INTERRUPTED,
    /** It was taken back before it began. */
    WITHDRAWN,
    /** The loop was given up before it ended; it is on record and goes on when the loop is opened again. */
    LEFT;

    /** Tells whether nothing more will come of it. */
    public boolean isTerminal() {
        return this == DONE || this == FAILED || this == INTERRUPTED || this == WITHDRAWN;
    }

    /** Returns the spelling in events and journals. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
