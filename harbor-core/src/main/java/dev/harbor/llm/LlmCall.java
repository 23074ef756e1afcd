package dev.harbor.llm;

import dev.harbor.event.LlmProvenance;
import dev.harbor.identity.Identity;
import dev.harbor.policy.Cancellation;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says on whose behalf a model is asked, until when, and who hears of the answer while it comes.
 *
 * <p>Immutable.
 */
public final class LlmCall {

    private final Identity identity;
    private final @Nullable String runId;
    private final @Nullable Instant deadline;
    private final Cancellation cancellation;
    private final Consumer<String> deltas;
    private final Runnable restarts;

    private LlmCall(
            Identity identity,
            @Nullable String runId,
            @Nullable Instant deadline,
            Cancellation cancellation,
            Consumer<String> deltas,
            Runnable restarts) {
        this.identity = Identity.require(identity);
        this.runId = runId;
        this.deadline = deadline;
        this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
        this.deltas = Objects.requireNonNull(deltas, "deltas");
        this.restarts = Objects.requireNonNull(restarts, "restarts");
    }

    /** Returns a call without a deadline that nobody cancels. */
    public static LlmCall of(Identity identity) {
        return new LlmCall(identity, null, null, Cancellation.create(), LlmCall::tellNobody, LlmCall::tellNobody);
    }

    /** Returns this call inside a run. */
    public LlmCall run(String id) {
        return new LlmCall(identity, Objects.requireNonNull(id, "id"), deadline, cancellation, deltas, restarts);
    }

    /** Returns this call with a deadline. */
    public LlmCall deadline(Instant at) {
        return new LlmCall(identity, runId, Objects.requireNonNull(at, "at"), cancellation, deltas, restarts);
    }

    /** Returns this call with a cancellation. */
    public LlmCall cancellation(Cancellation by) {
        return new LlmCall(identity, runId, deadline, by, deltas, restarts);
    }

    /** Returns this call with a listener for pieces of the answer; clients that can't stream tell the whole answer as one piece or none. */
    public LlmCall deltas(Consumer<String> listener) {
        return new LlmCall(identity, runId, deadline, cancellation, listener, restarts);
    }

    /** Returns this call with a listener that is told when the model is asked anew, so that pieces that were heard before count no more. */
    public LlmCall restarts(Runnable listener) {
        return new LlmCall(identity, runId, deadline, cancellation, deltas, listener);
    }

    /** Returns on whose behalf. */
    public Identity identity() {
        return identity;
    }

    /** Returns the run; empty outside one. */
    public Optional<String> runId() {
        return Optional.ofNullable(runId);
    }

    /** Returns when the answer must be there; empty for no limit. */
    public Optional<Instant> deadline() {
        return Optional.ofNullable(deadline);
    }

    /** Returns what tells the client to stop. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /** Returns what events say about this call; {@code model} is the model that the request names, or null. */
    public LlmProvenance provenance(@Nullable String model) {
        return new LlmProvenance(identity, runId, model);
    }

    /** Returns who hears of pieces of the answer. */
    public Consumer<String> deltas() {
        return deltas;
    }

    /** Returns who hears that pieces heard before count no more. */
    public Runnable restarts() {
        return restarts;
    }

    private static void tellNobody() {
        // A call that nobody listens to.
    }

    private static void tellNobody(String delta) {
        // A call that nobody listens to.
    }
}
