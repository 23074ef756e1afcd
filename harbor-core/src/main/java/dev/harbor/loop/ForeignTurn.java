package dev.harbor.loop;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import java.util.Objects;

/**
 * Is a turn that an agent elsewhere is to carry out.
 *
 * @param identity on whose behalf
 * @param loop the id of the loop, by which the agent knows the conversation
 * @param turn the name of the turn: the same when it is handed over again, and never that of another one
 * @param text what was said
 * @param content what came with it, or its stub; JSON null for nothing
 * @param isRepeated whether it was handed over before, by a process that died
 * @param cancellation tells the agent to stop
 */
public record ForeignTurn(
        Identity identity,
        String loop,
        String turn,
        String text,
        Json content,
        boolean isRepeated,
        Cancellation cancellation) {

    /** Checks that nothing is missing. */
    public ForeignTurn {
        Identity.require(identity);
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(cancellation, "cancellation");
    }
}
