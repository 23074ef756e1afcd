package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifact.Evidence;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolAbandoned;
import dev.harbor.event.ToolAnsweredLate;
import dev.harbor.event.ToolAttempted;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.CallInfo;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolSuspended;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Is one call on its way: what is known of it so far. Confined to the thread that dispatches, except for what the shell tells it. */
public final class CallContext implements ShellCall {

    private final CallRequest request;
    private final Dispatcher dispatcher;
    private final Services services;
    private final String callId;
    private final long startedNanos;
    private final AtomicInteger nestedCalls = new AtomicInteger();

    private @Nullable PreparedTool tool;
    private Set<String> missingScopes = Set.of();
    private @Nullable Json arguments;
    private @Nullable Object input;
    private List<Repair> repairs = List.of();
    private @Nullable CallProvenance provenance;
    private boolean intended;
    private int attempts;
    private boolean exhausted;
    private @Nullable ToolSuspended suspension;
    private @Nullable ToolOutput<?> output;
    private @Nullable Json result;
    private @Nullable ToolContent content;
    private List<ArtifactStub> attachments = List.of();
    private List<Evidence> evidence = List.of();
    private @Nullable ToolOutcome<Object> outcome;
    private volatile @Nullable Leaving leaving;
    private boolean leftOpen;
    private @Nullable String idempotencyKey;

    /** Is why a composed tool ends without an outcome of its own, and what it throws to say so. */
    record Leaving(ToolOutcome<Json> why, ToolException thrown) {}

    CallContext(CallRequest request, Dispatcher dispatcher, Services services) {
        this.request = request;
        this.dispatcher = dispatcher;
        this.services = services;
        this.callId = request.callId != null ? request.callId : newId(request, services);
        this.arguments = request.arguments;
        this.input = request.input;
        this.startedNanos = services.shell().nanoTime().getAsLong();
    }

    private static String newId(CallRequest request, Services services) {
        CallContext parent = request.parent;
        if (parent == null) {
            return services.ids().get();
        }
        return request.node == null ? parent.nextNestedId() : parent.nodeId(request.node.name());
    }

    String nodeId(String name) {
        return callId + "." + name;
    }

    /** A call that goes on makes its calls anew, and they are others. */
    private String nextNestedId() {
        int resumption = resumption();
        return callId + (resumption == 0 ? "." : ".r" + resumption + ".") + nestedCalls.incrementAndGet();
    }

    /** Returns how often the call has gone on after its tool waited; 0 for a call that is new. */
    public int resumption() {
        Resumed resumed = request.resumed;
        return resumed == null ? 0 : resumed.resumption().number();
    }

    /** Tells whether a person has approved this very call. */
    public boolean isApproved() {
        Approval approval = request.approval;
        return approval != null && approval.holdsFor(this);
    }

    CallRequest request() {
        return request;
    }

    Services services() {
        return services;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    /** Returns the id of the call. */
    public String callId() {
        return callId;
    }

    /** Returns the run, or null outside one. */
    public @Nullable String runId() {
        return request.runId;
    }

    /** Tells whether the call is of a tool that belongs to its parent. */
    public boolean isStep() {
        return request.node != null && request.node.step() != null;
    }

    /** Returns the digest of the plan of a composed tool, or null for another. */
    public @Nullable String planDigest() {
        return tool != null && tool.tool().innermost() instanceof Composed composed ? composed.planDigest() : null;
    }

    /** Tells whether the call may wait: one that no tool has made, or one of a node whose parent is made again when it was answered. */
    boolean canWait() {
        CallContext parent = request.parent;
        return parent == null
                || (request.node != null
                        && request.ledger.remembersNodes()
                        && parent.planDigest() != null
                        && parent.canWait());
    }

    void leave(ToolOutcome<Json> why, ToolException thrown) {
        leaving = new Leaving(why, thrown);
    }

    /** Returns the outcome of the node for which the tool ended the call, if that is what it threw. */
    @Nullable
    ToolOutcome<Json> leftFor(@Nullable Throwable thrown) {
        Leaving known = leaving;
        return known != null && known.thrown() == thrown ? known.why() : null;
    }

    void leaveOpen() {
        leftOpen = true;
    }

    /** Tells whether nothing is to be recorded of how the call ended, because it will be made again. */
    boolean isLeftOpen() {
        return leftOpen;
    }

    /** Returns on whose behalf; known after the first stage. */
    public Identity identity() {
        return Identity.require(request.identity);
    }

    /** Returns the tool; known after it was resolved. */
    public PreparedTool tool() {
        return Objects.requireNonNull(tool, "the tool was not resolved");
    }

    boolean isResolved() {
        return tool != null;
    }

    void resolved(PreparedTool prepared, Set<String> scopesThatAreMissing) {
        tool = prepared;
        missingScopes = scopesThatAreMissing;
    }

    Set<String> missingScopes() {
        return missingScopes;
    }

    void consented() {
        missingScopes = Set.of();
    }

    /** Returns the arguments as JSON; for a typed call they are written when the call is decoded. */
    public Json arguments() {
        return arguments == null ? Json.EMPTY_OBJECT : arguments;
    }

    Object input() {
        return Objects.requireNonNull(input, "the arguments were not decoded");
    }

    @Nullable
    Object inputIfTyped() {
        return request.input;
    }

    void decoded(Json text, Object value, List<Repair> made) {
        arguments = text;
        input = value;
        repairs = made;
    }

    /** Returns what was repaired in the arguments. */
    public List<Repair> repairs() {
        return repairs;
    }

    /** Returns where the call comes from and what it goes to. */
    public CallProvenance provenance() {
        CallProvenance known = provenance;
        if (known == null || (known.tool().isEmpty() && tool != null)) {
            known = CallProvenance.of(
                    identity(),
                    request.runId,
                    callId,
                    request.parent == null ? null : request.parent.callId,
                    request.toolName,
                    tool == null ? null : tool.tool().definition(),
                    arguments());
            provenance = known;
        }
        return known;
    }

    /** Returns a key that is the same whenever this call is attempted, and another for every other call. */
    public String idempotencyKey() {
        // Two threads that ask at once make the same one.
        String known = idempotencyKey;
        if (known == null) {
            known = deriveIdempotencyKey();
            idempotencyKey = known;
        }
        return known;
    }

    private String deriveIdempotencyKey() {
        Resumed resumed = request.resumed;
        return resumed != null ? resumed.idempotencyKey() : IdempotencyKeys.of(identity(), request.runId, callId);
    }

    void intended() {
        intended = true;
    }

    boolean isIntended() {
        return intended;
    }

    void answered(ToolOutput<?> value, int attemptsMade) {
        output = value;
        attempts = attemptsMade;
    }

    void failedAfter(int attemptsMade, boolean allUsed) {
        attempts = attemptsMade;
        exhausted = allUsed;
    }

    void suspended(ToolSuspended by, int attemptsMade) {
        suspension = by;
        attempts = attemptsMade;
    }

    /** Returns what the tool waits for, or null when it does not. */
    @Nullable
    ToolSuspended suspension() {
        return suspension;
    }

    boolean isExhausted() {
        return exhausted;
    }

    /** Tells whether an effect was started of which nothing is known yet. */
    boolean isInDoubt() {
        return intended
                && attempts > 0
                && output == null
                && suspension == null
                && !isEnded()
                && !tool().definition().effect().isReplayable();
    }

    ToolOutput<?> output() {
        return Objects.requireNonNull(output, "the tool was not invoked");
    }

    void encoded(Json json) {
        result = json;
    }

    Json result() {
        return Objects.requireNonNull(result, "the result was not written");
    }

    long resultBytes() {
        return result == null ? 0 : result.sizeBytes();
    }

    void settled(ToolContent inline, List<ArtifactStub> blocks, List<Evidence> granted) {
        content = inline;
        attachments = blocks;
        evidence = granted;
    }

    /** Returns the call with what it took so far. */
    public CallInfo info() {
        String name = tool == null ? request.toolName : tool.name();
        return new CallInfo(callId, name, attempts, elapsed());
    }

    int attempts() {
        return attempts;
    }

    Duration elapsed() {
        return Duration.ofNanos(Math.max(0, services.shell().nanoTime().getAsLong() - startedNanos));
    }

    Instant now() {
        return services.clock().instant();
    }

    /** Returns when the call must have ended by its own deadline or that of its policy. */
    long latestNanos(long now) {
        long own = tool().policy().deadline().map(Nanos::of).orElse(Long.MAX_VALUE);
        return Nanos.sooner(now, request.deadlineNanos, Nanos.after(startedNanos, own));
    }

    void emit(HarborEvent event) {
        services.events().accept(event);
    }

    ArtifactScope scope() {
        return new ArtifactScope(identity(), request.runId != null ? request.runId : callId);
    }

    boolean isEnded() {
        return outcome != null;
    }

    void end(ToolOutcome<Object> how) {
        outcome = how;
    }

    void fail(ToolError error) {
        end(new ToolOutcome.Failure<>(info(), error));
    }

    void succeed() {
        ToolContent settled = Objects.requireNonNull(content, "the result was not settled");
        end(new ToolOutcome.Success<>(info(), output().value(), settled, attachments, evidence, repairs));
    }

    ToolOutcome<Object> outcome() {
        return Objects.requireNonNull(outcome, "the call has not ended");
    }

    @Override
    public ToolContext context(int attempt, long attemptDeadlineNanos, Supplier<Cancellation> attemptCancellation) {
        attempts = attempt;
        return new AttemptContext(this, attempt, attemptDeadlineNanos, attemptCancellation);
    }

    @Override
    public long deadlineNanos() {
        return request.deadlineNanos;
    }

    @Override
    public Cancellation cancellation() {
        return request.cancellation;
    }

    @Override
    public boolean nested() {
        return request.parent != null;
    }

    @Override
    public void attempted(int attempt, @Nullable ToolError failure, long elapsedNanos) {
        attempts = attempt;
        if (failure != null || attempt > 1) {
            emit(new ToolAttempted(provenance(), now(), attempt, failure, Duration.ofNanos(elapsedNanos)));
        }
    }

    @Override
    public void abandoned(int attempt, int stillRunning) {
        emit(new ToolAbandoned(provenance(), now(), attempt, stillRunning));
    }

    @Override
    public void answeredLate(int attempt, @Nullable ToolError failure) {
        emit(new ToolAnsweredLate(provenance(), now(), attempt, failure));
    }
}
