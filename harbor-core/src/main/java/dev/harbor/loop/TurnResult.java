package dev.harbor.loop;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Objects;

/**
 * Says what a turn came to.
 *
 * <p>Immutable.
 *
 * @param turn the turn, which is the id of its run as well
 * @param state how it is: ended, {@link TurnState#WAITING} or {@link TurnState#LEFT}
 * @param reason why, as a stable code such as {@code goal}, {@code cancelled}, {@code pause:approval_required}
 * @param result what it came to; JSON null when it came to nothing
 * @param tokens the tokens of the pauses that were opened, when it waits: whoever is to resolve one needs it, nobody else may see it, and it is not handed out again
 */
public record TurnResult(String turn, TurnState state, String reason, Json result, List<String> tokens) {

    /** Copies the list. */
    public TurnResult {
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(result, "result");
        tokens = List.copyOf(tokens);
    }

    /** Tells whether the turn reached its goal. */
    public boolean isDone() {
        return state == TurnState.DONE;
    }

    /** Leaves out what only who was meant to have it should see. */
    @Override
    public String toString() {
        return "TurnResult[" + turn + " is " + state.wireName() + " (" + reason + ")]";
    }
}
