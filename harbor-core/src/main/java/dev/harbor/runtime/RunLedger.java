package dev.harbor.runtime;

import dev.harbor.artifact.Evidence;
import dev.harbor.dispatch.CallContext;
import dev.harbor.dispatch.CallLedger;
import dev.harbor.dispatch.NodeRecord;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.event.EvidenceRefused;
import dev.harbor.history.CallRecords;
import dev.harbor.history.NewPause;
import dev.harbor.history.Records.Draft;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolSuspended;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Keeps account of the calls of a run: in its budget, and in its stream, intent before effect. Thread-safe. */
final class RunLedger implements CallLedger {

    private final RunDrive drive;
    private volatile @Nullable String exhausted;
    private volatile boolean inDoubt;
    private volatile boolean failed;

    RunLedger(RunDrive drive) {
        this.drive = drive;
    }

    /** Returns which limit refused a call, or null. */
    @Nullable
    String exhausted() {
        return exhausted;
    }

    /** Tells whether a write of this drive is in doubt. */
    boolean isInDoubt() {
        return inDoubt;
    }

    /** Tells whether the stream has refused a record. */
    boolean hasFailed() {
        return failed;
    }

    @Override
    public void reject(CallContext call, ToolOutcome<?> outcome) {
        append(call, CallRecords.rejected(call, outcome));
    }

    @Override
    public @Nullable ToolError intend(CallContext call) {
        if (recordedPlan(call.callId()) != null) {
            return null;
        }
        boolean isCounted = call.resumption() > 0 || call.isStep();
        String which = isCounted ? null : drive.budget().reserveToolCall();
        if (which != null) {
            exhausted = which;
            return ToolError.permanent(ErrorCode.BUDGET_EXHAUSTED, "the budget of the run is used up: " + which);
        }
        ToolError failure = tryAppend(call, CallRecords.intended(call), true);
        if (failure != null && !isCounted) {
            drive.budget().returnToolCall();
        }
        return failure;
    }

    @Override
    public boolean remembersNodes() {
        return true;
    }

    @Override
    public NodeRecord recorded(String callId, String tool) {
        return new RecordedNodes(drive).of(callId, tool);
    }

    @Override
    public @Nullable String recordedPlan(String callId) {
        return drive.read(fold -> fold.nodes().plan(callId).orElse(null));
    }

    @Override
    public @Nullable ToolError settle(CallContext call, ToolOutcome<?> outcome) {
        List<Evidence> evidence =
                outcome instanceof ToolOutcome.Success<?> success ? named(call, success.evidence()) : List.of();
        drive.budget().usedOutput(CallRecords.outputBytes(outcome));
        ToolError failure = tryAppend(call, CallRecords.settled(call, outcome, evidence), false);
        boolean isRepeatable = call.tool().definition().effect().isReplayable();
        if (outcome instanceof ToolOutcome.Unknown || (failure != null && !isRepeatable)) {
            inDoubt = true;
        }
        return failure;
    }

    /** Gives evidence the id that its tool chose, or one that follows from the call; what claims an id that is taken is refused, and the result kept. */
    private List<Evidence> named(CallContext call, List<Evidence> claims) {
        List<Evidence> named = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Evidence claim : claims) {
            String id = claim.id().isBlank()
                    ? call.callId() + "." + (named.size() + 1)
                    : claim.id().strip();
            if (taken.add(id) && !drive.read(fold -> fold.hasEvidence(id))) {
                named.add(claim.id(id));
            } else {
                drive.emit(new EvidenceRefused(call.provenance(), drive.now(), claim.type(), claim.provenance()));
            }
        }
        return named;
    }

    private @Nullable ToolError tryAppend(CallContext call, Draft draft, boolean isOutcomeKnown) {
        try {
            append(call, draft);
            return null;
        } catch (StoreException | RejectedExecutionException e) {
            failed = true;
            return new ToolError(
                    ErrorCode.JOURNAL_UNAVAILABLE,
                    ErrorClass.TRANSIENT,
                    isOutcomeKnown
                            ? "the journal does not take records, so the call was not made"
                            : "the tool has ended, but the journal did not take its outcome",
                    List.of(),
                    isOutcomeKnown,
                    e);
        }
    }

    @Override
    public String pause(CallContext call, PauseReason reason, String message, Json payload) {
        NewPause pause = drive.parts().pauses().mint(drive.runId(), reason, message, payload);
        append(call, CallRecords.paused(drive.runId(), call.callId(), call, pause));
        drive.parking().opened(pause);
        return pause.token().value();
    }

    @Override
    public String suspend(CallContext call, ToolSuspended by) {
        NewPause pause = drive.parts().pauses().mint(drive.runId(), by);
        try {
            append(call, CallRecords.suspended(drive.runId(), call.callId(), call, pause, by));
        } catch (StoreException e) {
            failed = true;
            inDoubt |= !call.tool().definition().effect().isReplayable();
            throw e;
        }
        drive.parking().opened(pause);
        return pause.token().value();
    }

    /** A call from inside a tool is on a thread that a time limit may interrupt, and an interrupt must not reach the journal. */
    private void append(CallContext call, Draft draft) {
        if (call.nested()) {
            CompletionException failure = CompletableFuture.runAsync(
                            () -> drive.append(draft), drive.parts().drivers())
                    .handle((done, e) -> (CompletionException) e)
                    .join();
            if (failure != null) {
                throw failure.getCause() instanceof StoreException store ? store : failure;
            }
        } else {
            drive.append(draft);
        }
    }
}
