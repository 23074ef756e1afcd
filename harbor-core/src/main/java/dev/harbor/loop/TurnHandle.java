package dev.harbor.loop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Is a turn of an open loop. Letting go of the handle does not end the turn.
 *
 * <p>Thread-safe.
 */
public interface TurnHandle {

    /** Returns the name of the turn, which is the id of its run as well. */
    String turn();

    /** Returns how it is. */
    TurnState state();

    /**
     * Waits until the turn has ended, waits for somebody, or was left. Blocks.
     *
     * @param most how long to wait
     * @return the result; empty when time was over first, and the turn goes on then
     * @throws InterruptedException if the waiting thread is interrupted; the turn goes on
     */
    Optional<TurnResult> await(Duration most) throws InterruptedException;

    /**
     * Waits until the turn has ended or was left, whoever it has to wait for meanwhile. Blocks.
     *
     * @param most how long to wait
     * @return the result; empty when time was over first, and the turn goes on then
     * @throws InterruptedException if the waiting thread is interrupted; the turn goes on
     */
    Optional<TurnResult> awaitEnd(Duration most) throws InterruptedException;

    /**
     * Takes the input back if its turn has not begun.
     *
     * @return whether it was taken back
     * @throws LoopException if the loop is not open any more, or that can't be recorded
     */
    boolean withdraw();

    /**
     * Asks this turn, and no other, to stop if it runs, or ends it if it waits. Returns when that was asked for.
     *
     * @return whether it was running or waiting; one that is queued is taken back by {@link #withdraw()}
     * @throws LoopException if the loop is not open any more
     */
    boolean interrupt(String reason);

    /** Returns a stage that completes when the turn has ended or was left; completing it from outside changes nothing. */
    CompletionStage<TurnResult> toCompletionStage();
}
