package dev.harbor.turn;

import dev.harbor.json.Json;
import dev.harbor.loop.TurnState;
import java.util.List;

/**
 * Is what an engine tells of a turn.
 *
 * @param kind what happened
 * @param reason why, as a stable code
 * @param result what it came to
 * @param tokens the tokens of the pauses that were opened
 */
public record TurnNews(Kind kind, String reason, Json result, List<String> tokens) {

    /** Says what happened. */
    public enum Kind {
        /** Somebody drives it. */
        RUNNING,
        /** It waits for somebody. */
        WAITING,
        /** What it waited for is known, and somebody has to drive it on. */
        ANSWERED,
        /** It reached its goal. */
        DONE,
        /** It failed. */
        FAILED,
        /** It was stopped. */
        INTERRUPTED,
        /** It was left as it is, because somebody asked for that. */
        LEFT,
        /** It can't go on here although it has not ended. */
        STALLED
    }

    /** Copies the list. */
    public TurnNews {
        tokens = List.copyOf(tokens);
    }

    /** Returns news without result. */
    public static TurnNews of(Kind kind, String reason) {
        return new TurnNews(kind, reason, Json.NULL, List.of());
    }

    TurnState state() {
        return switch (kind) {
            case RUNNING, ANSWERED -> TurnState.RUNNING;
            case WAITING -> TurnState.WAITING;
            case DONE -> TurnState.DONE;
            case FAILED -> TurnState.FAILED;
            case INTERRUPTED -> TurnState.INTERRUPTED;
            case LEFT, STALLED -> TurnState.LEFT;
        };
    }
}
