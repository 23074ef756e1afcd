package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.SnapshotHold;
import dev.harbor.dispatch.CallLedger;
import dev.harbor.dispatch.CallRequest;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.history.LoopStore;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.pause.Control;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.Cancellation;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Run;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

    /** The most runs whose pauses are listed at once. */
    public static final int MAX_LISTED_RUNS = 200;

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
        return parts.visibleTools(parts.catalog().snapshot(), identity, Set.of()).stream()
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
                            .ledger(ledger())
                            .build());
        }
    }

    /** Without a journal nothing can wait. */
    private CallLedger ledger() {
        return parts.durable() == null ? CallLedger.NONE : new BareCall(parts, runtime.runs());
    }

    private ToolOutcome<Json> byName(String tool, Json arguments, Cancellation cancellation) {
        try (SnapshotHold held = parts.catalog().hold()) {
            return parts.dispatcher()
                    .dispatchJson(CallRequest.byName(identity, held.snapshot(), tool, arguments)
                            .cancellation(cancellation)
                            .ledger(ledger())
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
            return CompletableFuture.supplyAsync(work, parts.carryingDrivers());
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
                            .ledger(ledger())
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
        return runtime.runs().start(identity, request);
    }

    /**
     * Goes on with a run of this session: one whose process has died, that was resolved or paused, or that waits for input and gets some. A run that has ended,
     * or waits for something else, is left as it is and no tool or model is called; its handle has ended then.
     *
     * @throws ConfigurationDriftException if its configuration, or a tool that it has called, is not what it was and nobody accepts that
     * @throws dev.harbor.error.ConfigurationException if the runtime has no journal, or the profile or planner of the run is not known
     * @throws StoreException if the session has no such run, somebody else drives it, or the journal fails
     * @throws HarborException with {@link ErrorCode#OVERLOADED} if no thread is free to drive it
     */
    public RunHandle resume(ResumeRequest request) {
        runtime.requireOpen();
        return runtime.runs().resume(identity, request);
    }

    /**
     * Returns a run of this session as it is on record, without disturbing who drives it; empty when there is none of that id. Blocks on the journal.
     *
     * @throws StoreException if the journal fails or a record is damaged
     */
    public Optional<Run> run(String runId) {
        runtime.requireOpen();
        return runtime.runs().find(new RunIdentity(identity, runId));
    }

    /**
     * Records what became of a call that is in doubt. Calls no tool; when no call is in doubt any more, the run can be resumed.
     *
     * @param resolution what was found out, and by whom
     * @return the run as it is on record now
     * @throws StoreException if the session has no such run, somebody drives it, the call is not in doubt or was resolved before, or the journal fails
     */
    public Run resolve(String runId, String callId, CallResolution resolution) {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(resolution, "resolution");
        runtime.requireOpen();
        return runtime.runs().resolve(new RunIdentity(identity, runId), callId, resolution);
    }

    /**
     * Cancels a run of this session, wherever it is driven: who drives it can record nothing more. A write that was going on is in doubt then, and the run
     * waits; cancelling a run that waits ends it.
     *
     * @return the run as it is on record now
     * @throws StoreException if the session has no such run, or the journal fails
     */
    public Run cancel(String runId, String reason) {
        runtime.requireOpen();
        return runtime.runs().cancel(new RunIdentity(identity, runId), Objects.requireNonNull(reason, "reason"));
    }

    /**
     * Returns what waits in this session for a person or an outside event, without arguments or texts that a redactor takes out, and without tokens. Blocks on the
     * journal, which is read for each run that waits, {@value #MAX_LISTED_RUNS} of them at most.
     *
     * @throws StoreException if the journal fails
     */
    public List<Pause> pauses() {
        runtime.requireOpen();
        return runtime.pauses().list(HeadQuery.session(identity).limit(MAX_LISTED_RUNS));
    }

    /**
     * Returns what waits in one run of this session and its child runs, the oldest first; see {@link #pauses()}. Empty when there is no such run, too.
     *
     * @throws StoreException if the journal fails
     */
    public List<Pause> pauses(String runId) {
        runtime.requireOpen();
        return runtime.pauses().of(new RunIdentity(identity, Objects.requireNonNull(runId, "runId")));
    }

    /**
     * Returns the pause that a token resolves; empty when it is not open any more or is of another session, which are not told apart.
     *
     * @throws dev.harbor.pause.PauseException if that can't be a token
     */
    public Optional<Pause> pause(String token) {
        runtime.requireOpen();
        return runtime.pauses().find(identity, Objects.requireNonNull(token, "token"));
    }

    /**
     * Resolves a pause of this session, once. What a person decided is durable when this returns; the run goes on in the background if nothing else keeps it.
     *
     * @param token as the outcome of the call or the result of the run had it
     * @throws dev.harbor.pause.PauseException with {@link ErrorCode#PAUSE_NOT_FOUND} if there is no such pause in this session, with
     *     {@link ErrorCode#PAUSE_ALREADY_RESOLVED} if somebody was first, with {@link ErrorCode#INVALID_RESOLUTION} if the resolution does not fit: the pause stays
     *     open then
     * @throws dev.harbor.run.RunException with {@link ErrorCode#RUN_BUSY} if another process drives the run at the moment
     * @throws StoreException if the journal fails
     */
    public ResolvedPause resolvePause(String token, Resolution resolution) {
        runtime.requireOpen();
        Objects.requireNonNull(resolution, "resolution");
        return runtime.pauses().resolve(identity, Objects.requireNonNull(token, "token"), resolution);
    }

    /**
     * Steers a run of this session. The user whose run it is has the say of {@link dev.harbor.pause.ControlScope#OWNER_USER}, another user in the session that of
     * {@link dev.harbor.pause.ControlScope#SESSION_USER}. What is to be known is durable when this returns, and the next decision sees it.
     *
     * @param payload the details, within the bounds of {@link Control}
     * @return the run, if it goes on here because of this
     * @throws IllegalArgumentException if the payload breaks a bound
     * @throws dev.harbor.run.RunException with {@link ErrorCode#CONTROL_REFUSED} if this identity may not, or the run can't; with {@link ErrorCode#RUN_BUSY} if
     *     another process drives it; with {@link ErrorCode#ILLEGAL_RUN_STATE} if the session has no such run
     * @throws dev.harbor.pause.PauseException if nothing waits for an approval or a rejection
     * @throws StoreException if the journal fails
     */
    public Optional<RunHandle> steer(String runId, ControlKind kind, Json payload) {
        runtime.requireOpen();
        Control control =
                new Control(kind, payload, identity.user(), parts.clock().instant());
        return Optional.ofNullable(runtime.steering().steer(identity, runId, control));
    }

    /**
     * Opens a loop of this session: makes it, goes on with it from its records, or returns it if it is open in this runtime with the same definition. What was left
     * of a loop is carried out; of its external tools nothing is left, so hand over those that it shall have.
     *
     * @param id 1 to 128 characters of {@code [A-Za-z0-9_.-]}, unique in the session
     * @param toolsets external tools that are installed before its first turn begins here
     * @throws dev.harbor.loop.LoopException if the loop is open elsewhere, was ended, or was made with another definition
     * @throws dev.harbor.catalog.ToolsetChangeException if a toolset is refused; the loop is not opened by this call then
     * @throws dev.harbor.error.ConfigurationException if the runtime has no journal, or a tool of the definition can't be registered
     * @throws StoreException if the journal fails
     */
    public Loop loop(String id, LoopDefinition definition, ExternalToolset... toolsets) {
        runtime.requireOpen();
        Objects.requireNonNull(definition, "definition");
        return runtime.loops().open(identity, Objects.requireNonNull(id, "id"), definition, List.of(toolsets));
    }

    /**
     * Returns the id of the run that a named turn of a loop of this session drives, whether or not the loop and the turn are there. Has no effect.
     *
     * @param loop the id of the loop
     * @param name what the input was {@linkplain dev.harbor.loop.LoopInput#named named}
     */
    public String turn(String loop, String name) {
        return LoopStore.runIdOf(LoopStore.keyOf(identity, loop), Objects.requireNonNull(name, "name"));
    }

    /**
     * Returns the ids of the loops of this session that were not ended, open or not. Blocks on the journal.
     *
     * @throws dev.harbor.error.ConfigurationException if the runtime has no journal
     * @throws StoreException if the journal fails
     */
    public List<String> loops() {
        runtime.requireOpen();
        return runtime.loops().list(identity);
    }

    /** Returns the artifacts of this identity's session, stamped with a task. */
    public ScopedArtifacts artifacts(String task) {
        runtime.requireOpen();
        return parts.safety().artifacts(new ArtifactScope(identity, task));
    }
}
