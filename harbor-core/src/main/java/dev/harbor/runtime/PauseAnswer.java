package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.history.CallRecords;
import dev.harbor.history.Observations;
import dev.harbor.history.OpenPause;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Observation;
import dev.harbor.run.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds a pause in a history and says which records resolve it. For one use. */
final class PauseAnswer implements Function<RunHistory, List<Draft>> {

    static final String EXPIRED = "pause_expired";

    private final Predicate<OpenPause> which;
    private final Instant now;
    private final Resolution resolution;
    private final Json visiblePayload;
    private @Nullable OpenPause found;

    PauseAnswer(Predicate<OpenPause> which, Instant now, Resolution resolution, Json visiblePayload) {
        this.which = which;
        this.now = now;
        this.resolution = resolution;
        this.visiblePayload = visiblePayload;
    }

    /** Returns the pause that was resolved. */
    OpenPause found() {
        return Objects.requireNonNull(found, "nothing was resolved yet");
    }

    /** Returns the pause that is meant; who may not know of it gets the same answer as for one that does not exist. */
    static OpenPause require(RunHistory history, Predicate<OpenPause> which) {
        List<OpenPause> meant = history.runs().stream()
                .flatMap(run -> run.everyPause().stream())
                .filter(which)
                .toList();
        if (meant.isEmpty()) {
            throw PauseException.notFound();
        }
        return meant.get(0);
    }

    @Override
    public List<Draft> apply(RunHistory history) {
        OpenPause pause = require(history, which);
        requireOpen(pause);
        requireInTime(pause);
        requireFits(pause);
        RunFold run = history.run(pause.runId()).orElseThrow();
        requireNotBegun(run, pause);
        found = pause;
        List<Draft> drafts = new ArrayList<>(pause.callId() == null ? ofRun(history, run) : ofCall(history, run));
        return drafts;
    }

    private static void requireOpen(OpenPause pause) {
        Resolution before = pause.resolution();
        if (before != null) {
            throw new PauseException(
                    ErrorCode.PAUSE_ALREADY_RESOLVED,
                    "pause '" + pause.id() + "' was resolved before, with "
                            + before.kind().wireName());
        }
    }

    /** Whoever comes too late is told so, also when nobody has noticed yet that the time is over. */
    private void requireInTime(OpenPause pause) {
        Instant expiresAt = pause.expiresAt();
        boolean isOver = expiresAt != null && !expiresAt.isAfter(now);
        if (isOver && resolution.kind() != Resolution.Kind.TIMEOUT) {
            throw new PauseException(
                    ErrorCode.PAUSE_ALREADY_RESOLVED,
                    "the time of pause '" + pause.id() + "' is over since " + expiresAt);
        }
    }

    private void requireFits(OpenPause pause) {
        boolean isApproval = pause.reason() == PauseReason.APPROVAL_REQUIRED;
        if (isApproval && resolution.kind() == Resolution.Kind.RESUME) {
            throw new PauseException(
                    ErrorCode.INVALID_RESOLUTION,
                    "pause '" + pause.id() + "' needs an approval; allowed are approve and reject");
        }
        if (resolution.arguments() != null && (!isApproval || pause.callId() == null)) {
            throw new PauseException(
                    ErrorCode.INVALID_RESOLUTION,
                    "pause '" + pause.id() + "' is not about the arguments of a call, so none can be changed");
        }
    }

    private void requireNotBegun(RunFold run, OpenPause pause) {
        String callId = pause.callId();
        boolean isBegun = callId != null && run.resumptionOf(callId).isPresent();
        if (resolution.arguments() != null && isBegun) {
            throw new PauseException(
                    ErrorCode.INVALID_RESOLUTION,
                    "the call of pause '" + pause.id() + "' has begun, so its arguments can't be changed");
        }
    }

    private boolean isRefusal() {
        return resolution.kind() == Resolution.Kind.REJECT || resolution.kind() == Resolution.Kind.TIMEOUT;
    }

    private List<Draft> ofCall(RunHistory history, RunFold run) {
        boolean goesOn = goesOn(history, run);
        List<Draft> drafts = new ArrayList<>();
        drafts.add(Records.pauseResolved(found(), resolution, List.of(), goesOn));
        if (isRefusal() && !found().isHeardByTool(resolution.kind())) {
            drafts.add(refusal(run));
        }
        if (goesOn) {
            drafts.addAll(above(history, run));
        }
        return drafts;
    }

    private Draft refusal(RunFold run) {
        OpenPause pause = found();
        String what = what(pause);
        boolean rejected = resolution.kind() == Resolution.Kind.REJECT;
        String code = what + (rejected ? "_rejected" : "_expired");
        String message = rejected ? "a person rejected the call" : "nobody decided about the call in time";
        String why = resolution.note().isBlank() ? message : message + ": " + resolution.note();
        var call = run.invocation(String.valueOf(pause.callId())).orElseThrow();
        Observation seen = Observations.closed(call.callId(), call.tool(), "denied", code, why);
        return CallRecords.refused(call, seen, code);
    }

    private static String what(OpenPause pause) {
        if (pause.reason() == PauseReason.APPROVAL_REQUIRED) {
            return "approval";
        }
        if (pause.reason() == PauseReason.AWAIT_INPUT) {
            return "input";
        }
        return pause.suspension() == null ? "consent" : "event";
    }

    /** A run goes on when nothing else keeps it: no other pause that it needs, no doubt, and nobody who told it to wait. */
    private boolean goesOn(RunHistory history, RunFold run) {
        return run.state() == RunState.WAITING
                && run.reason().startsWith("pause:")
                && history.root().controls().pause().isEmpty()
                && !run.isBlockedWithout(found().id())
                && !new InDoubt(history.root().started().runId()).apply(history);
    }

    /** The runs above wait because the one that was answered did. */
    private static List<Draft> above(RunHistory history, RunFold answered) {
        List<Draft> drafts = new ArrayList<>();
        String above = answered.started().parentId();
        while (above != null) {
            RunFold run = history.run(above).orElseThrow();
            if (run.state() == RunState.WAITING && run.reason().startsWith("pause:") && !run.isBlocked()) {
                drafts.add(Records.resumed(above, List.of()));
            }
            above = run.started().parentId();
        }
        return drafts;
    }

    private List<Draft> ofRun(RunHistory history, RunFold run) {
        boolean waits = run.state() == RunState.WAITING;
        List<Draft> drafts = new ArrayList<>();
        if (isRefusal()) {
            drafts.add(Records.pauseResolved(found(), resolution, List.of(), waits));
            drafts.addAll(ending(history, run));
        } else {
            boolean goesOn = goesOn(history, run);
            drafts.add(Records.pauseResolved(found(), resolution, List.of(heard()), goesOn));
            waits = goesOn;
        }
        if (waits) {
            drafts.addAll(above(history, run));
        }
        return drafts;
    }

    private Observation heard() {
        if (resolution.kind() == Resolution.Kind.RESUME) {
            return new Observation("", "", "input", visiblePayload);
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("approved", true);
        members.put("note", resolution.note());
        members.put("payload", visiblePayload);
        return new Observation("", "", "approved", Json.of(members));
    }

    private List<Draft> ending(RunHistory history, RunFold run) {
        boolean rejected = resolution.kind() == Resolution.Kind.REJECT;
        String reason = rejected ? "constraints_conflict" : EXPIRED;
        Json result = Json.of(Map.of("pause", found().id(), "note", resolution.note()));
        List<Draft> drafts = new ArrayList<>();
        for (RunFold child : history.below(run.started().runId())) {
            if (!child.state().isTerminal()) {
                drafts.add(Records.ended(child.started().runId(), RunState.CANCELLED, RunHandle.CANCELLED, Json.NULL));
            }
        }
        drafts.add(Records.ended(run.started().runId(), RunState.FAILED, reason, result));
        return drafts;
    }
}
