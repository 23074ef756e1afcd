package dev.harbor.runtime;

import dev.harbor.dispatch.CallRequest;
import dev.harbor.error.ErrorCode;
import dev.harbor.history.CallRecords;
import dev.harbor.history.Observations;
import dev.harbor.history.OpenPause;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import dev.harbor.policy.Cancellation;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.RunState;
import dev.harbor.tool.CallInfo;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one decision that were not made before a restart. */
final class RunCalls {

    /** The codes of calls that end their run, with the reason that it ends for. */
    private static final Map<String, String> ENDINGS = Map.of(
            ErrorCode.POLICY_FAILED.value(), "policy_failure",
            ErrorCode.TOOL_FATAL.value(), "tool_fatal");

    private static final String ENOUGH = "enough of the parallel calls have succeeded";

    private final RunDrive drive;
    private final List<String> ids;
    private final Map<String, Observation> seen;

    RunCalls(RunDrive drive) {
        this.drive = drive;
        this.ids = drive.read(RunFold::pendingCallIds);
        this.seen = drive.read(RunFold::pendingSeen);
    }

    void make(List<ToolRequest> wanted, JoinPolicy join) {
        int[] left = IntStream.range(0, wanted.size())
                .filter(i -> !seen.containsKey(ids.get(i)))
                .toArray();
        Cancellation losers = drive.cancellation().child();
        JoinPolicy rest = rest(join, losers);
        List<CallRequest> requests = new ArrayList<>(left.length);
        for (int i : left) {
            requests.add(request(wanted.get(i), ids.get(i), losers));
        }
        List<ToolOutcome<Json>> made = drive.parts()
                .batch()
                .run(
                        left.length,
                        i -> drive.parts()
                                .isRepeatable(
                                        drive.snapshot(),
                                        drive.identity(),
                                        wanted.get(left[i]).tool()),
                        rest,
                        losers,
                        i -> dispatch(requests.get(i), wanted.get(left[i]), ids.get(left[i])));
        losers.detach();
        List<ToolOutcome<Json>> outcomes = isEnough(made, join) ? withoutWaiting(made) : made;
        outcomes.forEach(this::endAfter);
        drive.endAfterCalls();
        recordWhatIsNot(outcomes);
    }

    private static int wanted(JoinPolicy join) {
        return switch (join.kind()) {
            case ALL -> Integer.MAX_VALUE;
            case FIRST_SUCCESS -> 1;
            case AT_LEAST -> join.count();
        };
    }

    private int succeededBefore() {
        return (int) seen.values().stream().filter(Observation::isSuccess).count();
    }

    private boolean isEnough(List<ToolOutcome<Json>> made, JoinPolicy join) {
        long now = made.stream().filter(ToolOutcome::isSuccess).count();
        return succeededBefore() + now >= wanted(join);
    }

    /** Nobody needs to answer for a call that is not needed any more. */
    private static List<ToolOutcome<Json>> withoutWaiting(List<ToolOutcome<Json>> made) {
        return made.stream()
                .map(outcome -> outcome instanceof ToolOutcome.Paused<Json> waits
                        ? new ToolOutcome.Cancelled<Json>(waits.call(), ENOUGH)
                        : outcome)
                .toList();
    }

    /** Returns how many successes are still wanted; when there are enough, none of the calls that are left starts. */
    private JoinPolicy rest(JoinPolicy join, Cancellation losers) {
        int sofar = succeededBefore();
        int wanted = wanted(join);
        if (sofar >= wanted) {
            losers.cancel(ENOUGH);
        }
        return join.kind() == JoinPolicy.Kind.AT_LEAST && sofar > 0
                ? JoinPolicy.atLeast(Math.max(1, wanted - sofar))
                : join;
    }

    private CallRequest request(ToolRequest call, String callId, Cancellation by) {
        AnsweredCall answered = drive.read(fold -> AnsweredCall.of(fold, callId));
        CallRequest.Builder request = CallRequest.byName(
                        drive.identity(), drive.snapshot(), call.tool(), answered.argumentsOr(call.arguments()))
                .run(drive.runId(), callId)
                .deadlineNanos(drive.budget().deadlineNanos())
                .cancellation(by)
                .planned()
                .disallowed(drive.started().disallowed())
                .ledger(drive.ledger())
                .lenient(!answered.hasArguments());
        return answered.addTo(request).build();
    }

    /** After a write in doubt nothing more starts: what was asked for after it may build on it. It is made when the doubt is resolved. */
    private ToolOutcome<Json> dispatch(CallRequest request, ToolRequest wanted, String callId) {
        if (drive.ledger().isInDoubt()) {
            return new ToolOutcome.Cancelled<>(
                    new CallInfo(callId, wanted.tool(), 0, Duration.ZERO), "a call before it is in doubt");
        }
        OpenPause open = drive.read(fold -> fold.openPauseOf(callId).orElse(null));
        if (open != null && !request.isCancelled()) {
            return waiting(open, callId, wanted);
        }
        return drive.parts().dispatcher().dispatchJson(request);
    }

    /** A call that waits goes on waiting; its token was handed out when it began to. */
    private static ToolOutcome<Json> waiting(OpenPause open, String callId, ToolRequest wanted) {
        return new ToolOutcome.Paused<>(
                new CallInfo(callId, wanted.tool(), 0, Duration.ZERO),
                "",
                open.reason().wireName(),
                open.message());
    }

    private void endAfter(ToolOutcome<Json> outcome) {
        if (outcome instanceof ToolOutcome.Paused<Json> paused) {
            List<String> open = drive.read(
                    fold -> fold.openPauses().stream().map(OpenPause::id).toList());
            drive.end(RunState.WAITING, "pause:" + paused.kind(), Pauses.result(open));
        } else if (outcome instanceof ToolOutcome.Failure<Json> failure) {
            endAfterFailure(failure.error());
        }
    }

    private void endAfterFailure(ToolError error) {
        ErrorCode code = error.code();
        if (code.equals(ErrorCode.JOURNAL_UNAVAILABLE)) {
            drive.end(RunState.RUNNING, RunDrive.lost(error.cause()), Json.NULL);
        } else if (ENDINGS.containsKey(code.value())) {
            drive.end(RunState.FAILED, ENDINGS.get(code.value()), Json.NULL);
        }
    }

    /** Returns why a run has to end of which the calls of the newest step are on record and the end is not; null when it goes on. */
    static @Nullable String endingReason(RunFold run) {
        List<Observation> newest =
                run.visible().last().map(Trajectory.Step::observations).orElse(List.of());
        for (Observation seen : newest) {
            Invocation call = run.invocation(seen.callId()).orElse(null);
            if (call != null && call.state() == InvocationState.PAUSED) {
                return null;
            }
            if (call != null && call.state() == InvocationState.FAILED && call.resolution() == null) {
                String reason = ENDINGS.get(String.valueOf(call.code()));
                if (reason != null) {
                    return reason;
                }
            }
        }
        return null;
    }

    /**
     * Calls that came to an end without reaching the ledger, such as those of unknown tools, are answers as well, and the planner must find them again. What
     * ends the drive goes on record with its end: whoever goes on after a crash meets it again.
     */
    private void recordWhatIsNot(List<ToolOutcome<Json>> outcomes) {
        if (drive.ledger().isInDoubt() || drive.ledger().hasFailed()) {
            return;
        }
        List<String> pending = drive.read(RunFold::pendingCallIds);
        Map<String, Observation> known = drive.read(RunFold::pendingSeen);
        List<Draft> drafts = outcomes.stream()
                .filter(outcome -> isAnswer(outcome)
                        && pending.contains(outcome.call().callId())
                        && !known.containsKey(outcome.call().callId()))
                .map(this::rejected)
                .toList();
        if (drive.hasEnded()) {
            drive.recordWithEnd(drafts);
        } else if (!drafts.isEmpty()) {
            drive.stream().append(drafts);
        }
    }

    private Draft rejected(ToolOutcome<Json> outcome) {
        Observation seen = Observations.of(outcome);
        return drive.read(fold -> fold.invocation(seen.callId()))
                .map(waited -> CallRecords.refused(waited, seen, String.valueOf(outcome.errorCode())))
                .orElseGet(() -> Records.rejected(drive.runId(), seen));
    }

    /** A call that waits has no answer yet, nor has one that did not start because the runtime closes. */
    private boolean isAnswer(ToolOutcome<Json> outcome) {
        boolean isLeft =
                outcome instanceof ToolOutcome.Cancelled && drive.signals().isLeaving();
        return !isLeft && !(outcome instanceof ToolOutcome.Paused);
    }
}
