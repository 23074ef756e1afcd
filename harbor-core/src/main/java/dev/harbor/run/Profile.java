package dev.harbor.run;

import dev.harbor.json.Json;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.PlanContext;

/**
 * Says what a run of some kind is like: what a model is told in a turn, what its answers mean, and when the run is complete. It comes from who embeds
 * Harbor; an event from outside can only name it.
 *
 * <p>Implementations must be thread-safe; name, version and contract never change.
 */
public interface Profile {

    /** Returns the name, 1 to {@value ProfileRegistry#MAX_NAME_LENGTH} characters, not blank. */
    String name();

    /** Returns the version, {@code v} and a number from 1; whatever changes what runs do, changes it. */
    String version();

    /** Returns when a run is complete. */
    CompletionContract completion();

    /**
     * Says what the model is told in a turn; nothing unless a profile says otherwise. It sees the context of the turn, whose own instructions are still empty.
     *
     * @throws Exception when it can't; the run fails with the reason {@code profile_prepare_failed}
     */
    default Instructions prepare(PlanContext context) throws Exception {
        return Instructions.NONE;
    }

    /**
     * Says what an answer means that asks for no tool.
     *
     * @param answer what the model said; a text is a JSON string
     * @throws Exception when the answer can't be used; the run fails with the reason {@code model_failed} and nothing of the answer is kept
     */
    Interpretation interpret(Json answer) throws Exception;
}
