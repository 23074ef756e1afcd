package dev.harbor.dispatch;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.event.ToolProgressed;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Is what a tool sees during one attempt. */
final class AttemptContext implements ToolContext {

    private static final int MAX_PROGRESS_LENGTH = 1024;

    private final CallContext call;
    private final int attempt;
    private final long deadlineNanos;
    private final Supplier<Cancellation> cancellation;

    AttemptContext(CallContext call, int attempt, long deadlineNanos, Supplier<Cancellation> cancellation) {
        this.call = call;
        this.attempt = attempt;
        this.deadlineNanos = deadlineNanos;
        this.cancellation = cancellation;
    }

    @Override
    public Identity identity() {
        return call.identity();
    }

    @Override
    public Optional<String> runId() {
        return Optional.ofNullable(call.runId());
    }

    @Override
    public String callId() {
        return call.callId();
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public String idempotencyKey() {
        return call.idempotencyKey();
    }

    @Override
    public Optional<Resumption> resumption() {
        return Optional.ofNullable(call.request().resumed).map(Resumed::resumption);
    }

    @Override
    public Optional<Duration> remaining() {
        if (deadlineNanos == Long.MAX_VALUE) {
            return Optional.empty();
        }
        long left = deadlineNanos - call.services().shell().nanoTime().getAsLong();
        return Optional.of(Duration.ofNanos(Math.max(0, left)));
    }

    @Override
    public Cancellation cancellation() {
        return cancellation.get();
    }

    @Override
    public ScopedArtifacts artifacts() {
        return call.services().safety().artifacts(call.scope());
    }

    @Override
    public void progress(String message) {
        String safe = call.services().redactor().redact(message);
        call.emit(new ToolProgressed(
                call.provenance(), call.now(), safe.substring(0, Math.min(MAX_PROGRESS_LENGTH, safe.length()))));
    }

    @Override
    public ToolOutcome<Json> call(String tool, Json arguments) {
        CallRequest.Builder request = CallRequest.byName(call.identity(), call.request().snapshot, tool, arguments);
        return call.dispatcher().dispatchJson(inside(request));
    }

    @Override
    public <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input) {
        CallRequest.Builder request = CallRequest.typed(call.identity(), call.request().snapshot, tool, input);
        return call.dispatcher().dispatchTyped(inside(request));
    }

    private CallRequest inside(CallRequest.Builder request) {
        return request.parent(call)
                .deadlineNanos(deadlineNanos)
                .cancellation(cancellation.get())
                .build();
    }
}
