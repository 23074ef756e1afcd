package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.json.Json;
import dev.harbor.plan.Observation;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import java.util.List;
import java.util.Map;

/** Closes the calls whose intent is on record and whose outcome is not: a read was interrupted and may be asked for again, anything else is in doubt. */
final class RunRecovery {

    static final String INTERRUPTED_READ = "interrupted_read";

    private final RunDrive drive;

    RunRecovery(RunDrive drive) {
        this.drive = drive;
    }

    void recover() {
        List<Draft> closed = closings(drive.read(fold -> fold));
        if (!closed.isEmpty()) {
            drive.stream().append(closed);
        }
    }

    /** Returns the records that close the open calls of a run. */
    static List<Draft> closings(RunFold run) {
        return run.invocations(InvocationState.PENDING).stream()
                .map(call -> close(run, call))
                .toList();
    }

    private static Draft close(RunFold run, Invocation call) {
        String runId = run.started().runId();
        if (call.effect().isReplayable()) {
            Observation seen = observation(call, "interrupted", INTERRUPTED_READ, "the call was interrupted; ask again");
            return Records.closed(runId, seen, InvocationState.INTERRUPTED.wireName(), INTERRUPTED_READ);
        }
        String code = ErrorCode.UNKNOWN_WRITE_OUTCOME.value();
        Observation seen = observation(call, "unknown", code, "nobody knows yet whether the call had its effect");
        return Records.closed(runId, seen, InvocationState.UNKNOWN.wireName(), code);
    }

    private static Observation observation(Invocation call, String status, String code, String message) {
        return new Observation(
                call.callId(),
                call.tool(),
                status,
                Json.of(Map.of(status, Map.of("code", code, "message", message))));
    }
}
