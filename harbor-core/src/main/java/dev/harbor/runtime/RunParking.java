package dev.harbor.runtime;

import dev.harbor.event.PauseRequested;
import dev.harbor.history.NewPause;
import dev.harbor.history.OpenPause;
import dev.harbor.history.Records;
import dev.harbor.history.RunFold;
import dev.harbor.json.Json;
import dev.harbor.pause.Control;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.run.RunState;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Parks a run: opens its own pause, knows when it is told to wait, and hands out the tokens of what its drive opened. Tokens may come from several threads. */
final class RunParking {

    private final RunDrive drive;
    private final Queue<String> tokens = new ConcurrentLinkedQueue<>();
    private @Nullable NewPause own;

    RunParking(RunDrive drive) {
        this.drive = drive;
    }

    /** Lets the drive end with a pause of the run itself. */
    void request(Decision.RequestPause decision) {
        NewPause pause = drive.parts()
                .pauses()
                .mint(drive.runId(), decision.reason(), decision.message(), bounded(decision.payload()));
        String id = pause.token().id();
        Observation seen = new Observation(id, "", "paused", Json.of(Map.of("paused", decision.message())));
        own = pause;
        drive.recordWithEnd(List.of(Records.paused(drive.runId(), pause, seen)));
        drive.end(RunState.WAITING, Pauses.reason(decision.reason()), Pauses.result(List.of(id)));
    }

    /** What a person needs to decide is not a heavy thing; what is becomes a stub. */
    private Json bounded(Json payload) {
        long most =
                Math.min(Resolution.MAX_PAYLOAD_BYTES, drive.parts().safety().thresholdBytes());
        return drive.parts()
                .safety()
                .settle(payload, drive.scope(), "pause.payload", Math.toIntExact(most))
                .visible();
    }

    /** Takes the token of a pause that is on record, and tells of it. */
    void opened(NewPause pause) {
        tokens.add(pause.token().value());
        drive.emit(new PauseRequested(
                drive.identity(),
                drive.runId(),
                drive.now(),
                pause.token().id(),
                pause.reason().wireName()));
    }

    /** The end of the drive is on record, and the pause of the run itself with it. */
    void onRecord() {
        NewPause pause = own;
        if (pause != null) {
            opened(pause);
        }
    }

    /** Forgets the pause of the run itself, which will not be on record. */
    void withdraw() {
        own = null;
    }

    /** Tells whether the run must not decide now, and ends the drive then. */
    boolean isToldToWait() {
        String pause = drive.signals().pause();
        Control control = drive.read(fold -> fold.controls().pause().orElse(null));
        OpenPause open = drive.read(RunFold::ownPause).orElse(null);
        if (open != null) {
            drive.end(RunState.WAITING, Pauses.reason(open.reason()), Pauses.result(List.of(open.id())));
        } else if (pause != null || control != null) {
            drive.end(RunState.WAITING, RunHandle.PAUSED, pause != null ? Json.of(pause) : control.payload());
        }
        return drive.hasEnded();
    }

    /** Returns the tokens of the pauses that this drive has opened, in that order. */
    List<String> tokens() {
        return List.copyOf(tokens);
    }
}
