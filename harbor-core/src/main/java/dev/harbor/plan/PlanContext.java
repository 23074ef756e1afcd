package dev.harbor.plan;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.event.EventSink;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.pause.Control;
import dev.harbor.policy.Cancellation;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ToolDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Is what a planner sees. Nothing in it can call a tool.
 *
 * <p>Thread-safe.
 */
public interface PlanContext {

    /** Returns on whose behalf the run acts. */
    Identity identity();

    /** Returns the id of the run. */
    String runId();

    /** Returns what the run is for: the goal that it was redirected to last, or the one that it began with. */
    String goal();

    /** Returns what the run was given; heavy input is a stub here. */
    Json input();

    /** Returns what the profile of the run tells the model in this turn; {@link Instructions#NONE} when the run has no profile. */
    default Instructions instructions() {
        return Instructions.NONE;
    }

    /** Returns the tools that may be called in this turn, ordered by id. */
    List<ToolDefinition> tools();

    /** Returns the names under which a model provider accepts these tools: wire name to tool. Either name may be used in a decision. */
    Map<String, ToolDefinition> wireNames();

    /** Returns what the run has done so far. */
    Trajectory trajectory();

    /**
     * Returns what people wanted of the run since the last decision, in order: messages, context, another goal, a priority. What is to be known for longer is in
     * the trajectory as well. Nothing unless a runtime says otherwise.
     */
    default List<Control> controls() {
        return List.of();
    }

    /** Returns what is left of the budget. */
    BudgetLeft budget();

    /** Returns the artifacts of the session. */
    ScopedArtifacts artifacts();

    /**
     * Returns the model; it is always the guarded one, and its calls count against the budget.
     *
     * @throws IllegalStateException if the runtime has none
     */
    LlmClient model();

    /** Returns who hears of what a planner does; nobody unless a runtime says otherwise. Events carry no texts of a prompt or an answer. */
    default EventSink events() {
        return EventSink.NONE;
    }

    /** Returns the size from which a part of a prompt is a leak, in bytes of UTF-8; {@value ContextSafety#DEFAULT_THRESHOLD_BYTES} unless a runtime says otherwise. */
    default int thresholdBytes() {
        return ContextSafety.DEFAULT_THRESHOLD_BYTES;
    }

    /** Returns what tells the run to stop. */
    Cancellation cancellation();

    /** Returns the time, from the runtime's clock. */
    Instant now();
}
