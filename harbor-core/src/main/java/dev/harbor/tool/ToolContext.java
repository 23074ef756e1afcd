package dev.harbor.tool;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Is what a tool knows about the call it is in, and all that it may reach through the runtime. It is valid during the call only.
 *
 * <p>Thread-safe.
 */
public interface ToolContext {

    /** Returns on whose behalf the call is made. */
    Identity identity();

    /** Returns the run that the call belongs to; empty for a call outside a run. */
    Optional<String> runId();

    /** Returns the id of the call, unique inside its run. */
    String callId();

    /** Returns which attempt of the call this is, 1 being the first. */
    int attempt();

    /**
     * Returns a key that names this call: the same over its attempts, restarts and processes, another one for every other call, even one with the same
     * arguments. Hand it to whatever can use it to do the work once. It stays when the call goes on after a pause: who sends something new then derives a key
     * from it and {@link Resumption#number()}.
     */
    String idempotencyKey();

    /** Returns what has come from outside when the call goes on after the tool has thrown {@link ToolSuspended}; empty when the call is new. */
    Optional<Resumption> resumption();

    /** Returns how much time is left; empty when there is no limit, zero when it is over. */
    Optional<Duration> remaining();

    /** Returns what tells the tool to stop, for work that ignores interrupts. */
    Cancellation cancellation();

    /** Returns the artifacts of the caller's session, stamped with this call's scope. */
    ScopedArtifacts artifacts();

    /**
     * Returns the headers of the W3C's Trace Context by which the trace of this call goes on elsewhere, as a {@link ContextPropagator} of the runtime knows it on
     * this thread. Empty if none knows one, and unless overridden.
     */
    default Map<String, String> traceHeaders() {
        return Map.of();
    }

    /** Reports progress to whoever watches; never fails and never waits for them. At most 1024 characters are kept. */
    void progress(String message);

    /** Calls another tool as the same caller, inside this call's deadline. Blocks until the outcome is there. */
    ToolOutcome<Json> call(String tool, Json arguments);

    /** Calls another tool as the same caller, inside this call's deadline. Blocks until the outcome is there. */
    <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input);
}
