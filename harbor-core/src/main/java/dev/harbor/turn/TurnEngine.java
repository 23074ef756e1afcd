package dev.harbor.turn;

import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;

/** Drives turns. Thread-safe; what happens to a turn is told to the turn. */
public interface TurnEngine {

    /**
     * Begins a turn, or goes on with one that was begun before or has been answered. Returns without waiting for it.
     *
     * @param input what the planner gets beside the text
     * @throws dev.harbor.error.StoreException if it is unknown whether the turn has begun: the loop has to be opened again
     */
    void begin(Turn turn, Json input);

    /** Asks a turn to stop, or ends one that waits. May block on the journal. */
    void interrupt(Turn turn, String reason);

    /** Lets a turn hear something before its next decision; returns whether it will. */
    boolean hear(Turn turn, String text);

    /** Asks a turn to be left as it is as soon as that can be. */
    void leave(Turn turn);

    /** Forgets a turn that is over. */
    void forget(Turn turn);

    /** Tells whether a turn that was begun before is driven by somebody else at the moment. */
    boolean isBusy(RunIdentity run);
}
