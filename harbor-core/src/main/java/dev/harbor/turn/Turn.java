package dev.harbor.turn;

import dev.harbor.catalog.SnapshotHold;
import dev.harbor.history.LoopHistory.Input;
import dev.harbor.identity.RunIdentity;
import dev.harbor.loop.LoopDefinition;
import java.util.function.Consumer;

/**
 * Is one turn as who drives it needs it. Its tools are frozen and stay open until it is over.
 *
 * @param run the run that it drives
 * @param loop the id of the loop
 * @param definition how the loop works
 * @param input what it answers
 * @param mode its mode
 * @param tools its tools
 * @param isRepeated whether it was begun before, by a process that did not end it
 * @param news takes what happens to it
 */
public record Turn(
        RunIdentity run,
        String loop,
        LoopDefinition definition,
        Input input,
        String mode,
        SnapshotHold tools,
        boolean isRepeated,
        Consumer<TurnNews> news) {

    /** Tells the loop of what happened. Returns at once. */
    public void tell(TurnNews what) {
        news.accept(what);
    }

    /** Leaves out what was said. */
    @Override
    public String toString() {
        return "Turn[" + run.runId() + "]";
    }
}
