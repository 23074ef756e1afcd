package dev.harbor.runtime;

import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.SnapshotHold;
import dev.harbor.dispatch.CallRequest;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.PlannerDecided;
import dev.harbor.event.RunEnded;
import dev.harbor.event.RunStarted;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import dev.harbor.policy.Cancellation;
import dev.harbor.run.RunState;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drives one run: advertise, decide, dispatch, observe, until it ends. Confined to the thread that drives, apart from what it is built of. */
final class RunDrive implements Decision.Visitor<List<Observation>> {

    private static final Logger LOG = LoggerFactory.getLogger(RunDrive.class);

    private final RuntimeParts parts;
    private final Identity identity;
    private final String runId;
    private final RunRequest request;
    private final Planner planner;
    private final RunBudget budget;
    private final RunStream stream;
    private final RunLedger ledger;
    private final Cancellation cancellation;
    private final ChildRuns children;
    private final Json input;
    private final AtomicInteger calls = new AtomicInteger();

    private Trajectory trajectory = Trajectory.EMPTY;
    private @Nullable CatalogSnapshot snapshot;
    private @Nullable End end;

    /** Is how the run ends. */
    private record End(RunState state, String reason, Json result) {}

    RunDrive(
            RuntimeParts parts,
            Identity identity,
            String runId,
            RunRequest request,
            RunBudget budget,
            RunStream stream,
            Cancellation cancellation,
            int depth) {
        this.parts = parts;
        this.identity = identity;
        this.runId = runId;
        this.request = request;
        this.planner = parts.plannerOf(request);
        this.budget = budget;
        this.stream = stream;
        this.cancellation = cancellation;
        this.ledger = new RunLedger(budget, stream, parts.ids(), parts.drivers());
        this.children = new ChildRuns(this, depth);
        this.input = parts.safety()
                .settle(request.input(), scope(), "run.input", parts.safety().thresholdBytes())
                .visible();
    }

    Identity identity() {
        return identity;
    }

    String runId() {
        return runId;
    }

    String goal() {
        return request.goal();
    }

    Json input() {
        return input;
    }

    RunBudget budget() {
        return budget;
    }

    RunStream stream() {
        return stream;
    }

    RunRequest request() {
        return request;
    }

    RuntimeParts parts() {
        return parts;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    ScopedArtifacts artifacts() {
        return parts.safety().artifacts(scope());
    }

    LlmClient model() {
        return new MeteredLlm(parts.model(), budget);
    }

    Instant now() {
        return parts.clock().instant();
    }

    private ArtifactScope scope() {
        return new ArtifactScope(identity, runId);
    }

    /** Drives the run to its end and never throws. */
    RunResult drive() {
        End how;
        try {
            parts.events()
                    .accept(new RunStarted(
                            identity, runId, now(), request.goal().length()));
            stream.append("run.started", started(), RunState.RUNNING);
            how = steps();
        } catch (HarborException e) {
            LOG.warn("run {} failed", runId, e);
            how = new End(RunState.FAILED, "persistence_failure", Json.NULL);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("run {} met a fault of the runtime or an SPI", runId, e);
            how = new End(RunState.FAILED, "internal_error", Json.NULL);
        }
        children.cancelAll();
        return finish(how);
    }

    private Map<String, Object> started() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("run_id", runId);
        data.put("goal", request.goal());
        data.put("input", input);
        data.put("access", parts.accessRef());
        return data;
    }

    private End steps() {
        while (end == null) {
            step();
        }
        return end;
    }

    private void step() {
        if (cancellation.isCancelled()) {
            end(RunState.CANCELLED, "cancelled", Json.NULL);
            return;
        }
        String exhausted = budget.reserveStep();
        if (exhausted != null) {
            end(RunState.FAILED, exhausted, Json.NULL);
            return;
        }
        try (SnapshotHold held = parts.catalog().hold()) {
            snapshot = held.snapshot();
            Decision decision = decide();
            if (decision != null) {
                follow(decision);
            }
        }
    }

    private @Nullable Decision decide() {
        List<Tool<?, ?>> advertised;
        try {
            advertised = advertised(snapshot());
        } catch (RuntimeException e) {
            LOG.warn("run {}: the access policy failed while advertising", runId, e);
            end(RunState.FAILED, "policy_failure", Json.NULL);
            return null;
        }
        Map<String, ToolDefinition> wireNames = new LinkedHashMap<>();
        advertised.forEach(tool ->
                wireNames.put(Objects.requireNonNull(snapshot().wireNames().wireName(tool.id())), tool.definition()));
        return ask(new RunContext(this, List.copyOf(wireNames.values()), wireNames, trajectory));
    }

    private @Nullable Decision ask(RunContext context) {
        try {
            Decision decision = planner.next(context);
            if (decision != null) {
                return decision;
            }
            LOG.warn("run {}: the planner returned no decision", runId);
            end(RunState.FAILED, "planner_failed", Json.NULL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(RunState.CANCELLED, "cancelled", Json.NULL);
        } catch (Exception e) {
            failed(e);
        }
        return null;
    }

    private void failed(Exception e) {
        String exhausted = budget.exhausted();
        if (cancellation.isCancelled()) {
            end(RunState.CANCELLED, "cancelled", Json.NULL);
        } else if (e instanceof HarborException known && known.code().equals(ErrorCode.BUDGET_EXHAUSTED)) {
            end(RunState.FAILED, exhausted != null ? exhausted : RunBudget.MODEL, Json.NULL);
        } else {
            LOG.warn("run {}: the planner failed", runId, e);
            String reason = e instanceof HarborException known ? reasonOf(known) : "planner_failed";
            end(RunState.FAILED, reason, Json.NULL);
        }
    }

    private static String reasonOf(HarborException e) {
        if (e.code().equals(ErrorCode.CONTEXT_LEAK)) {
            return "context_leak";
        }
        return e.code().equals(ErrorCode.MODEL_FAILED) ? "model_failed" : "planner_failed";
    }

    private List<Tool<?, ?>> advertised(CatalogSnapshot tools) {
        List<Tool<?, ?>> shown = new ArrayList<>();
        for (Tool<?, ?> tool : parts.visibleTools(tools, identity)) {
            boolean disallowed = request.disallowed().contains(tool.id().name())
                    || request.disallowed().contains(tool.id().toString());
            if (!disallowed
                    && !(parts.evaluate(AccessRequest.advertise(identity, runId, tool.definition()))
                            instanceof Verdict.Deny)) {
                shown.add(tool);
            }
        }
        return shown;
    }

    private void follow(Decision decision) {
        Map<String, Object> data = new LinkedHashMap<>(decision.accept(DecisionJson.WRITER));
        data.put("run_id", runId);
        stream.append("run.decided", data);
        parts.events()
                .accept(new PlannerDecided(
                        identity, runId, now(), trajectory.size() + 1, String.valueOf(data.get("decision"))));
        List<Observation> observations = decision.accept(this);
        trajectory = trajectory.plus(new Trajectory.Step(decision, observations));
    }

    @Override
    public List<Observation> callTool(Decision.CallTool decision) {
        return observe(List.of(dispatch(decision.call(), cancellation)));
    }

    @Override
    public List<Observation> callParallel(Decision.CallParallel decision) {
        List<ToolRequest> wanted = decision.calls();
        List<CallRequest> requests = new ArrayList<>(wanted.size());
        Cancellation losers = cancellation.child();
        wanted.forEach(call -> requests.add(request(call, losers)));
        JoinPolicy join = decision.join();
        List<ToolOutcome<Json>> outcomes = parts.batch()
                .run(
                        requests.size(),
                        i -> parts.isRepeatable(
                                snapshot(), identity, wanted.get(i).tool()),
                        join,
                        losers,
                        i -> parts.dispatcher().dispatchJson(requests.get(i)));
        return observe(outcomes);
    }

    private ToolOutcome<Json> dispatch(ToolRequest call, Cancellation by) {
        return parts.dispatcher().dispatchJson(request(call, by));
    }

    private CallRequest request(ToolRequest call, Cancellation by) {
        return CallRequest.byName(identity, snapshot(), call.tool(), call.arguments())
                .run(runId, "c" + calls.incrementAndGet())
                .deadlineNanos(budget.deadlineNanos())
                .cancellation(by)
                .disallowed(request.disallowed())
                .ledger(ledger)
                .lenient()
                .build();
    }

    private List<Observation> observe(List<ToolOutcome<Json>> outcomes) {
        outcomes.forEach(this::endAfter);
        String exhausted = ledger.exhausted();
        if (end == null && exhausted != null) {
            end(RunState.FAILED, exhausted, Json.NULL);
        }
        return Observations.of(outcomes);
    }

    private void endAfter(ToolOutcome<Json> outcome) {
        if (outcome instanceof ToolOutcome.Unknown) {
            end(RunState.WAITING, "unknown_write_outcome", Json.NULL);
        } else if (outcome instanceof ToolOutcome.Paused<Json> paused && end == null) {
            end(
                    RunState.WAITING,
                    "pause:" + paused.kind(),
                    Observations.of(paused).content());
        } else if (outcome instanceof ToolOutcome.Failure<Json> failure && end == null) {
            endAfterFailure(failure.error().code());
        }
    }

    private void endAfterFailure(ErrorCode code) {
        if (code.equals(ErrorCode.JOURNAL_UNAVAILABLE)) {
            end(RunState.FAILED, "persistence_failure", Json.NULL);
        } else if (code.equals(ErrorCode.POLICY_FAILED)) {
            end(RunState.FAILED, "policy_failure", Json.NULL);
        } else if (code.equals(ErrorCode.TOOL_FATAL)) {
            end(RunState.FAILED, "tool_fatal", Json.NULL);
        }
    }

    @Override
    public List<Observation> spawnTask(Decision.SpawnTask decision) {
        return List.of(children.spawn(decision));
    }

    @Override
    public List<Observation> awaitTask(Decision.AwaitTask decision) {
        return List.of(children.await(decision.taskId()));
    }

    @Override
    public List<Observation> requestPause(Decision.RequestPause decision) {
        String token = parts.ids().get();
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("run_id", runId);
        data.put("token", token);
        data.put("reason", decision.reason().wireName());
        data.put("message", decision.message());
        data.put("payload", decision.payload());
        stream.append("run.paused", data);
        end(RunState.WAITING, "pause:" + decision.reason().wireName(), Json.of(Map.of("token", token)));
        return List.of(new Observation(token, "", "paused", Json.of(Map.of("paused", decision.message()))));
    }

    @Override
    public List<Observation> finish(Decision.Finish decision) {
        RunState state = switch (decision.reason()) {
            case GOAL -> RunState.SUCCEEDED;
            case CANCELLED -> RunState.CANCELLED;
            case NO_PATH, DEADLINE_EXCEEDED, CONSTRAINTS_CONFLICT -> RunState.FAILED;
        };
        end(state, decision.reason().wireName(), decision.result());
        return List.of();
    }

    private void end(RunState state, String reason, Json result) {
        end = new End(state, reason, result);
    }

    private RunResult finish(End how) {
        End recorded = record(how);
        RunUsage usage = budget.usage();
        parts.events()
                .accept(new RunEnded(
                        identity, runId, now(), recorded.state().wireName(), recorded.reason(), usage.elapsed()));
        return new RunResult(
                runId, recorded.state(), recorded.reason(), recorded.result(), trajectory, ledger.evidence(), usage);
    }

    private End record(End how) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("run_id", runId);
        data.put("state", how.state().wireName());
        data.put("reason", how.reason());
        data.put(
                "result",
                parts.safety()
                        .settle(
                                how.result(),
                                scope(),
                                "run.result",
                                parts.safety().thresholdBytes())
                        .visible());
        try {
            children.recordEnd(data, how.state());
            return how;
        } catch (RuntimeException e) {
            LOG.error("run {} ended as {} ({}), but the journal did not take it", runId, how.state(), how.reason(), e);
            return new End(RunState.FAILED, "persistence_failure", Json.NULL);
        }
    }

    private CatalogSnapshot snapshot() {
        return Objects.requireNonNull(snapshot, "no turn is running");
    }
}
