package dev.harbor.dispatch;

import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.event.FlowBudgetExceeded;
import dev.harbor.event.ToolProgressed;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Is what a tool sees during one attempt. */
final class AttemptContext implements ToolContext, Nodes, Sight {

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
        long left = deadlineNanos - nanoTime();
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
    public Map<String, String> traceHeaders() {
        return call.services().shell().contexts().traceHeaders();
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

    @Override
    public ToolOutcome<Json> call(NodeCall node) {
        CallLedger ledger = call.request().ledger;
        NodeRecord known = ledger.recorded(call.nodeId(node.name()), node.tool());
        if (known.outcome() != null) {
            return known.outcome();
        }
        Json arguments = known.arguments() == null ? node.arguments() : known.arguments();
        CallRequest.Builder request = CallRequest.byName(
                        call.identity(), call.request().snapshot, node.tool(), arguments)
                .parent(call)
                .node(node)
                .deadlineNanos(Nanos.sooner(nanoTime(), deadlineNanos, node.deadlineNanos()))
                .cancellation(node.cancellation());
        if (known.approval() != null) {
            request.approval(known.approval());
        }
        if (known.resumed() != null) {
            request.resumed(known.resumed());
        }
        return call.dispatcher().dispatchJson(request.build());
    }

    @Override
    public boolean beside(Runnable work) {
        ShellServices shell = call.services().shell();
        ContextCarrier.Carried carried = shell.contexts().capture();
        try {
            shell.workers().execute(() -> {
                ContextCarrier.Carried before = carried.swapIn();
                try {
                    work.run();
                } finally {
                    before.bind();
                }
            });
            return true;
        } catch (RejectedExecutionException busy) {
            return false;
        }
    }

    @Override
    public ToolException leave(ToolOutcome<Json> why) {
        ToolFailed thrown = why instanceof ToolOutcome.Paused
                ? ToolFailed.permanent("a node of the flow waits")
                : ToolFailed.inDoubt(
                        "nobody knows yet what node '" + why.call().callId() + "' did",
                        why instanceof ToolOutcome.Unknown<Json> unknown
                                ? unknown.error().cause()
                                : null);
        if (call.request().ledger.remembersNodes()) {
            call.leave(why, thrown);
        }
        return thrown;
    }

    @Override
    public @Nullable String recordedPlan() {
        return call.request().ledger.recordedPlan(call.callId());
    }

    @Override
    public long nanoTime() {
        return call.services().shell().nanoTime().getAsLong();
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public void exceeded(String axis) {
        call.emit(new FlowBudgetExceeded(call.provenance(), call.now(), axis));
    }

    @Override
    public CatalogSnapshot snapshot() {
        return call.request().snapshot;
    }

    @Override
    public boolean mayShow(Tool<?, ?> tool) {
        return tool.isVisibleTo(call.identity())
                && !call.request().disallowed.contains(tool.id().name())
                && !call.request().disallowed.contains(tool.id().toString())
                && isReachable(tool.definition().authScopes())
                && !(call.services()
                                .access()
                                .evaluate(AccessRequest.advertise(call.identity(), call.runId(), tool.definition()))
                        instanceof Verdict.Deny);
    }

    private boolean isReachable(Set<String> scopes) {
        if (scopes.isEmpty()) {
            return true;
        }
        Set<String> missing = new HashSet<>(scopes);
        missing.removeAll(call.services().scopes().scopes(call.identity()));
        return missing.isEmpty()
                || call.services().consents().obtain(call.identity(), missing).isPresent();
    }

    private CallRequest inside(CallRequest.Builder request) {
        return request.parent(call)
                .deadlineNanos(deadlineNanos)
                .cancellation(cancellation.get())
                .build();
    }
}
