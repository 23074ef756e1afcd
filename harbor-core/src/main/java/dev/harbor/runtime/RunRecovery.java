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

/** Closes the calls whose intent is on record and whose outcome is not: a read was interrupted and may be asked for again, anything else is in doubt. */
final class RunRecovery {

    static final String INTERRUPTED_READ = "interrupted_read";

    private final RunDrive drive;

    RunRecovery(RunDrive drive) {
        this.drive = drive;
    }

    void recover() {
        List<Draft> closed = drive.stream().read(RunRecovery::closings);
        if (!closed.isEmpty()) {
            drive.stream().append(closed);
        }
    }

    /** Returns the records that close the open calls of a stream. */
    static List<Draft> closings(RunHistory history) {
        return history.runs().stream().flatMap(run -> closings(run).stream()).toList();
    }

    /** Returns the records that close the open calls of one run. */
    static List<Draft> closings(RunFold run) {
        return run.state().isTerminal()
                ? List.of()
                : run.unsettled(InvocationState.PENDING).stream()
                        .map(call -> close(run, call))
                        .toList();
    }

    /** Tells whether a record leaves a call in doubt. */
    static boolean leavesDoubt(Draft closing) {
        return InvocationState.UNKNOWN.wireName().equals(closing.data().get("state"));
    }

    private static Draft close(RunFold run, Invocation call) {
        String runId = run.started().runId();
        if (call.effect().isReplayable()) {
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
