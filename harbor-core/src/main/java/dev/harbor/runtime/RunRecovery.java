package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.history.Observations;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.plan.Observation;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import java.util.List;
import java.util.function.Predicate;

/** Closes the calls whose intent is on record and whose outcome is not: a read was interrupted and may be asked for again, anything else is in doubt. */
final class RunRecovery {

    static final String INTERRUPTED_READ = "interrupted_read";

    private final RunDrive drive;

    RunRecovery(RunDrive drive) {
        this.drive = drive;
    }

    void recover() {
        List<Draft> closed = drive.stream().read(RunRecovery::interruptions);
        if (!closed.isEmpty()) {
            drive.stream().append(closed);
        }
    }

    /** Returns the records that close the open calls of a stream. */
    static List<Draft> closings(RunHistory history) {
        return history.runs().stream().flatMap(run -> closings(run).stream()).toList();
    }

    /** Returns the records that close the open calls of a stream that goes on: composed ones stay open, to be made again from where they were left. */
    static List<Draft> interruptions(RunHistory history) {
        return history.runs().stream()
                .flatMap(run -> interruptions(run).stream())
                .toList();
    }

    /** Returns the records that close the open calls of one run. */
    static List<Draft> closings(RunFold run) {
        return closings(run, call -> true);
    }

    /** Returns the records that close the open calls of one run that goes on. */
    static List<Draft> interruptions(RunFold run) {
        return closings(run, call -> !run.nodes().goesOn(call.callId()));
    }

    private static List<Draft> closings(RunFold run, Predicate<Invocation> which) {
        return run.state().isTerminal()
                ? List.of()
                : run.unsettled(InvocationState.PENDING).stream()
                        .filter(which)
                        .map(call -> close(run, call))
                        .toList();
    }

    /** Tells whether a record leaves a call in doubt. */
    static boolean leavesDoubt(Draft closing) {
        return InvocationState.UNKNOWN.wireName().equals(closing.data().get("state"));
    }

    private static Draft close(RunFold run, Invocation call) {
        String runId = run.started().runId();
        // A composed call does nothing itself: what may be in doubt is a node of it.
        if (call.effect().isReplayable() || run.nodes().goesOn(call.callId())) {
            Observation seen = Observations.closed(
                    call.callId(), call.tool(), "interrupted", INTERRUPTED_READ, "the call was interrupted; ask again");
            return Records.closed(runId, seen, InvocationState.INTERRUPTED.wireName(), INTERRUPTED_READ);
        }
        String code = ErrorCode.UNKNOWN_WRITE_OUTCOME.value();
        Observation seen = Observations.closed(call.callId(), call.tool(), "unknown", code, doubt(call));
        return Records.closed(runId, seen, InvocationState.UNKNOWN.wireName(), code);
    }

    private static String doubt(Invocation call) {
        return "nobody knows yet whether the call had its effect; who asks the other side has its idempotency key, "
                + call.idempotencyKey() + ", and an operator resolves the call; it is not to be repeated";
    }
}
