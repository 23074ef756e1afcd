package dev.harbor.runtime;

import dev.harbor.dispatch.CallContext;
import dev.harbor.dispatch.CallLedger;
import dev.harbor.dispatch.NodeRecord;
import dev.harbor.event.PauseRequested;
import dev.harbor.history.CallRecords;
import dev.harbor.history.NewPause;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.ConfigurationDigest;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolSuspended;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is the ledger of calls outside runs when there is a journal: nothing of them is kept, until one has to wait. Then it becomes a run of this one call, which is
 * found, resolved and gone on with like any other.
 */
final class BareCall implements CallLedger {

    /** Ends a run of one call with what came of the call. */
    static final Planner PLANNER = context -> {
        List<Observation> seen = context.trajectory().last().orElseThrow().observations();
        Observation outcome = seen.get(0);
        return new Decision.Finish(outcome.isSuccess() ? FinishReason.GOAL : FinishReason.NO_PATH, outcome.content());
    };

    private static final String CALL_ID = "c1";

    private final RuntimeParts parts;
    private final Runs runs;

    BareCall(RuntimeParts parts, Runs runs) {
        this.parts = parts;
        this.runs = runs;
    }

    @Override
    public void reject(CallContext call, ToolOutcome<?> outcome) {}

    @Override
    public @Nullable ToolError intend(CallContext call) {
        return null;
    }

    @Override
    public @Nullable ToolError settle(CallContext call, ToolOutcome<?> outcome) {
        return null;
    }

    @Override
    public String pause(CallContext call, PauseReason reason, String message, Json payload) {
        String runId = parts.ids().get();
        NewPause pause = parts.pauses().mint(runId, reason, message, payload);
        return begin(runId, call, pause, CallRecords.paused(runId, CALL_ID, call, pause));
    }

    @Override
    public String suspend(CallContext call, ToolSuspended by) {
        String runId = parts.ids().get();
        NewPause pause = parts.pauses().mint(runId, by);
        return begin(runId, call, pause, CallRecords.suspended(runId, CALL_ID, call, pause, by));
    }

    private String begin(String runId, CallContext call, NewPause pause, Draft paused) {
        RunStream stream = parts.runs().create(new RunIdentity(call.identity(), runId), runs.owner());
        try {
            stream.append(
                    Records.started(started(runId, call)),
                    Records.decided(runId, decision(call), List.of(CALL_ID), 0, parts.traceParent()),
                    paused,
                    Records.waiting(
                            runId,
                            Pauses.reason(pause.reason()),
                            Pauses.result(List.of(pause.token().id()))));
        } finally {
            stream.release();
        }
        parts.events()
                .accept(new PauseRequested(
                        call.identity(),
                        runId,
                        parts.clock().instant(),
                        pause.token().id(),
                        pause.reason().wireName()));
        return pause.token().value();
    }

    @Override
    public boolean remembersNodes() {
        return false;
    }

    @Override
    public NodeRecord recorded(String callId, String tool) {
        return NodeRecord.NONE;
    }

    @Override
    public @Nullable String recordedPlan(String callId) {
        return null;
    }

    private StartedRun started(String runId, CallContext call) {
        BudgetLimits limits = BudgetLimits.builder().build();
        return new StartedRun(
                        runId,
                        null,
                        0,
                        "call " + call.info().tool(),
                        Json.EMPTY_OBJECT,
                        null,
                        null,
                        parts.accessRef(),
                        ConfigurationDigest.facts(null, null, parts.accessRef(), limits),
                        limits,
                        Set.of(),
                        null)
                .plannedBy(StartedRun.PlannedBy.NOBODY);
    }

    private static Decision decision(CallContext call) {
        return new Decision.CallTool(ToolRequest.of(call.info().tool(), call.arguments()));
    }
}
