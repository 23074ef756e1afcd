package dev.harbor.turn;

import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopException.Kind;
import dev.harbor.loop.LoopState;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Is how far a loop is on its way to its end. Changed on the thread of the loop alone, seen by all. */
final class LoopStanding {

    private final String loop;
    private final LoopLog log;
    private final CompletableFuture<Boolean> exit = new CompletableFuture<>();
    private volatile boolean draining;
    private volatile @Nullable String ending;
    private volatile boolean exited;
    private volatile LoopState turn = LoopState.IDLE;

    LoopStanding(String loop, LoopLog log) {
        this.loop = loop;
        this.log = log;
    }

    /** Takes how the turn is: {@link LoopState#IDLE} when there is none. */
    void turn(LoopState how) {
        turn = how;
    }

    void drain() {
        draining = true;
    }

    /** Begins to end the loop for good. The first reason stays. */
    void end(String reason) {
        if (ending == null) {
            ending = reason;
        }
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    @Nullable
    String ending() {
        return ending;
    }

    /** The end is seen by all before anybody who waited for it goes on. */
    void exited() {
        exited = true;
    }

    boolean isExited() {
        return exited;
    }

    /** Completes, when everything is let go, with whether no turn was left running. */
    CompletableFuture<Boolean> exit() {
        return exit;
    }

    LoopState state() {
        if (exited) {
            return LoopState.EXITED;
        }
        if (log.isFaulted()) {
            return LoopState.FAULTED;
        }
        return draining ? LoopState.SHUTTING_DOWN : turn;
    }

    void requireOpen() {
        if (exited) {
            throw new LoopException(Kind.LOOP_EXITED, loop, "it is not open any more", null);
        }
    }

    /** Refuses what is new. Certain on the thread of the loop only. */
    void requireTaking() {
        requireOpen();
        log.requireHealthy();
        if (draining) {
            throw new LoopException(Kind.LOOP_SHUTTING_DOWN, loop, "it takes nothing new", null);
        }
    }
}
