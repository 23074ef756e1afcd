package dev.harbor.loop;

import dev.harbor.json.Json;

/**
 * Is an agent elsewhere that carries out the turns of a loop: it has its own tools, and Harbor has its answers.
 *
 * <p>Implementations must be thread-safe.
 */
public interface ForeignAgent {

    /**
     * Hands a turn over and waits for the answer. Blocks; ends soon when the turn's cancellation is asked for, and is interrupted then.
     *
     * @return the answer; a heavy one is stored, and the loop keeps its stub
     * @throws Exception if there is none; the turn fails, and the exception says what the log will have
     */
    Json answer(ForeignTurn turn) throws Exception;

    /**
     * Tells whether the agent does the work of one {@link ForeignTurn#turn()} once, however often it is handed over. Only then is a turn handed over again whose
     * process died before the answer was on record; otherwise it is interrupted, with the reason {@code unknown_write_outcome}. Unless overridden it does not.
     */
    default boolean isRepeatable() {
        return false;
    }
}
