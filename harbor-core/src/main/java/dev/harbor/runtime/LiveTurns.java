package dev.harbor.runtime;

import dev.harbor.catalog.SnapshotHold;
import dev.harbor.error.ConfigurationException;
import dev.harbor.turn.Turn;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Has the turns of the loops that are open here, by their runs. Thread-safe. */
final class LiveTurns {

    private final Map<String, Turn> turns = new ConcurrentHashMap<>();

    void put(Turn turn) {
        turns.put(turn.run().runId(), turn);
    }

    void remove(Turn turn) {
        turns.remove(turn.run().runId(), turn);
    }

    /** Returns the turn that a run is, or null. */
    @Nullable
    Turn find(String rootRunId) {
        return turns.get(rootRunId);
    }

    Turn require(String rootRunId) {
        Turn turn = find(rootRunId);
        if (turn == null) {
            throw new ConfigurationException("run '" + rootRunId
                    + "' is a turn of a loop that is not open here, or is over there; open the loop");
        }
        return turn;
    }

    /** Returns the tools of a turn, or null when its loop is not open here any more. */
    @Nullable
    SnapshotHold hold(String rootRunId) {
        Turn turn = find(rootRunId);
        try {
            return turn == null ? null : turn.tools().snapshot().hold();
        } catch (IllegalStateException gone) {
            return null;
        }
    }
}
