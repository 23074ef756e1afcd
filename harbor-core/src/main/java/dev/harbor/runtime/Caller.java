package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.catalog.SnapshotHold;
import dev.harbor.dispatch.CallRequest;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Is a runtime as one identity sees it. Everything that a person or service may do hangs off it, so that the identity is given once and can't be mixed
 * up. It costs nothing to make and holds nothing that must be closed.
 *
 * <p>Thread-safe.
 */
public final class Caller {

    private final HarborRuntime runtime;
    private final RuntimeParts parts;
    private final Identity identity;

    Caller(HarborRuntime runtime, RuntimeParts parts, Identity identity) {
        this.runtime = runtime;
        this.parts = parts;
        this.identity = identity;
    }

    /** Returns on whose behalf. */
    public Identity identity() {
        return identity;
    }

    /** Returns the tools that may be shown to this identity now, ordered by id. */
    public List<ToolDefinition> tools() {
        runtime.requireOpen();
        return parts.visibleTools(parts.catalog().snapshot(), identity).stream()
                .<ToolDefinition>map(Tool::definition)
                .toList();
    }

    /** Calls a registered tool with a value and waits for the outcome. Never throws for what the tool or the policy does. */
    public <I, O> ToolOutcome<O> call(Tool<I, O> tool, I input) {
        Objects.requireNonNull(tool, "tool");
        runtime.requireOpen();
        return typed(tool, input, Cancellation.create());
    }

    /** Calls a tool by its name with JSON arguments and waits for the outcome. Never throws for what the tool or the policy does. */
    public ToolOutcome<Json> call(String tool, Json arguments) {
        runtime.requireOpen();
        return byName(tool, arguments, Cancellation.create());
    }

    private <I, O> ToolOutcome<O> typed(Tool<I, O> tool, I input, Cancellation cancellation) {
        try (SnapshotHold held = parts.catalog().hold()) {
            return parts.dispatcher()
                    .dispatchTyped(CallRequest.typed(identity, held.snapshot(), tool, input)
                            .cancellation(cancellation)
                            .build());
        }
    }

    private ToolOutcome<Json> byName(String tool, Json arguments, Cancellation cancellation) {
        try (SnapshotHold held = parts.catalog().hold()) {
            return parts.dispatcher()
                    .dispatchJson(CallRequest.byName(identity, held.snapshot(), tool, arguments)
                            .cancellation(cancellation)
                            .build());
        }
    }

    /**
     * Calls a registered tool beside the caller.
     *
     * @throws HarborException with {@link ErrorCode#OVERLOADED} if no thread is free
     */
    public <I, O> CallHandle<O> submit(Tool<I, O> tool, I input) {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(input, "input");
        runtime.requireOpen();
        Cancellation cancellation = Cancellation.create();
        return new CallHandle<>(beside(() -> typed(tool, input, cancellation)), cancellation);
    }

    /**
     * Calls a tool by its name beside the caller.
     *
     * @throws HarborException with {@link ErrorCode#OVERLOADED} if no thread is free
     */
    public CallHandle<Json> submit(String tool, Json arguments) {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(arguments, "arguments");
        runtime.requireOpen();
        Cancellation cancellation = Cancellation.create();
        return new CallHandle<>(beside(() -> byName(tool, arguments, cancellation)), cancellation);
    }

    private <T> CompletableFuture<T> beside(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, parts.drivers());
        } catch (RejectedExecutionException e) {
            throw new RuntimeOverloaded("no thread is free to work beside the caller", e);
        }
    }

    /**
     * Makes several calls as one batch: reads run in parallel up to the runtime's bound, every other call in its place, one outcome each in the order of
     * the calls. Blocks until all have ended.
     *
     * @throws IllegalArgumentException if more successes are wanted than there are calls
     */
    public List<ToolOutcome<Json>> batch(List<ToolRequest> calls, JoinPolicy join) {
        runtime.requireOpen();
        if (join.count() > calls.size()) {
            throw new IllegalArgumentException(
                    "can't wait for " + join.count() + " successes of " + calls.size() + " calls");
        }
        Cancellation cancellation = Cancellation.create();
        try (SnapshotHold held = parts.catalog().hold()) {
            List<CallRequest> requests = new ArrayList<>(calls.size());
            calls.forEach(
                    call -> requests.add(CallRequest.byName(identity, held.snapshot(), call.tool(), call.arguments())
                            .cancellation(cancellation)
                            .build()));
            return parts.batch()
                    .run(
                            requests.size(),
                            i -> parts.isRepeatable(
                                    held.snapshot(), identity, calls.get(i).tool()),
                            join,
                            cancellation,
                            i -> parts.dispatcher().dispatchJson(requests.get(i)));
        }
    }

    /**
     * Starts a run and returns at once.
     *
     * @throws dev.harbor.error.ConfigurationException if the runtime has no journal, or neither the request nor the runtime has a planner
     * @throws StoreException if the journal fails, or a run with that id exists already
     * @throws HarborException with {@link ErrorCode#OVERLOADED} if no thread is free to drive it
     */
    public RunHandle start(RunRequest request) {
        runtime.requireOpen();
        String runId = request.runId() != null ? request.runId() : parts.ids().get();
        Cancellation cancellation = Cancellation.create();
        RunBudget budget = new RunBudget(request.limits(), parts.nanoTime());
        parts.plannerOf(request);
        String driver = parts.owner() + "/" + parts.ids().get();
        RunStream stream = RunStream.create(parts.journal(), new RunIdentity(identity, runId), parts.clock(), driver);
        try {
            RunDrive drive = new RunDrive(parts, identity, runId, request, budget, stream, cancellation, 0);
            CompletableFuture<RunResult> result = beside(drive::drive);
            runtime.running(cancellation, result);
            return new RunHandle(runId, result, cancellation);
        } catch (HarborException e) {
            stream.release();
            throw e;
        }
    }

    /** Returns the artifacts of this identity's session, stamped with a task. */
    public ScopedArtifacts artifacts(String task) {
        runtime.requireOpen();
        return parts.safety().artifacts(new ArtifactScope(identity, task));
    }
}
