package dev.harbor.loop;

import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.time.Duration;
import java.util.List;

/**
 * Is a conversation that is open in this process. Inputs are carried out one after the other, each as a turn; what is accepted is durable, and survives the
 * process. An idle loop holds no thread.
 *
 * <p>{@link #close()} gives the loop up without ending it: it can be opened again, here or elsewhere, and goes on with what was left.
 *
 * <p>Thread-safe.
 */
public interface Loop extends AutoCloseable {

    /** How long {@link #close()} waits for the running turn: 30 seconds. */
    Duration CLOSE_BOUND = Duration.ofSeconds(30);

    /** Returns the id, which is unique in the session. */
    String id();

    /** Returns on whose behalf the loop works. */
    Identity identity();

    /** Returns what the loop can be steered with, to hand to who may steer but not speak. */
    LoopController controller();

    /**
     * Hands an input over. It is durable when this returns, and is carried out when those before it are. Blocks on the journal, and on the artifact store if it
     * is heavy.
     *
     * <p>An input with a name that was taken before is not taken again: its turn is returned. One that has ended says how; what it came to is in its run.
     *
     * @throws LoopException if the loop does not take it
     * @throws StoreException if a heavy input can't be stored; the loop goes on
     */
    TurnHandle send(LoopInput input);

    /** Hands text over; see {@link #send(LoopInput)}. */
    default TurnHandle send(String text) {
        return send(LoopInput.of(text));
    }

    /**
     * Lets the running turn hear something before its next decision, or hands it over as an input of its own if no turn runs or waits. The tools of a turn that
     * hears something stay what they are.
     *
     * @return the turn that hears it
     * @throws LoopException if the loop does not take it
     */
    TurnHandle tell(String text);

    /** Returns the turns that have not ended: the one that runs or waits, and those that are queued, in order. */
    List<TurnHandle> pending();

    /** Returns the turns that had not ended when the loop was opened here, in order, whether or not they have ended since; none for a loop that is new. */
    List<TurnHandle> restored();

    /** Returns how the loop is. */
    LoopState state();

    /**
     * Takes nothing more, waits for the running turn and gives the loop up. Queued inputs, and a turn that waits for somebody or does not end in time, stay on
     * record. Blocks. An interrupt ends the waiting and is kept. May be called more than once.
     *
     * @param most how long to wait for the running turn
     * @return whether no turn had to be left running
     */
    boolean shutdown(Duration most);

    /**
     * Ends the loop for good: the running turn is interrupted, queued inputs are withdrawn, and it can't be opened again.
     *
     * @throws LoopException if that can't be recorded
     */
    void end(String reason);

    /** Does {@link #shutdown} within {@link #CLOSE_BOUND}. */
    @Override
    default void close() {
        shutdown(CLOSE_BOUND);
    }
}
