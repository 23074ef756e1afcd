package dev.harbor.turn;

import dev.harbor.json.Json;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Has the handles of the turns that have not ended, in order. Thread-safe. */
final class PendingTurns {

    private final Map<String, PendingTurn> handles = new LinkedHashMap<>();
    private final Executor executor;
    private final PendingTurn.Wishes wishes;

    PendingTurns(Executor executor, PendingTurn.Wishes wishes) {
        this.executor = executor;
        this.wishes = wishes;
    }

    synchronized PendingTurn add(String runId) {
        PendingTurn handle = new PendingTurn(runId, wishes);
        handles.put(runId, handle);
        return handle;
    }

    synchronized PendingTurn require(String runId) {
        return Objects.requireNonNull(handles.get(runId), runId);
    }

    synchronized Optional<PendingTurn> find(String runId) {
        return Optional.ofNullable(handles.get(runId));
    }

    /** Returns a handle of a turn that has ended before. */
    PendingTurn ended(String runId, TurnState state, String reason) {
        PendingTurn handle = new PendingTurn(runId, wishes);
        handle.ends(new TurnResult(runId, state, reason, Json.NULL, List.of()), executor);
        return handle;
    }

    synchronized void remove(String runId) {
        handles.remove(runId);
    }

    synchronized List<TurnHandle> all() {
        return List.copyOf(handles.values());
    }

    void withdraw(String runId) {
        PendingTurn handle = require(runId);
        remove(runId);
        handle.ends(new TurnResult(runId, TurnState.WITHDRAWN, "withdrawn", Json.NULL, List.of()), executor);
    }

    /** Leaves the turns that have not begun to whoever opens the loop again. */
    void leave(String reason) {
        List<PendingTurn> queued;
        synchronized (this) {
            queued = handles.values().stream()
                    .filter(handle -> handle.state() == TurnState.QUEUED)
                    .toList();
            handles.values().removeAll(queued);
        }
        queued.forEach(handle -> handle.isLeft(reason, executor));
    }
}
