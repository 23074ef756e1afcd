package dev.harbor.history;

import dev.harbor.journal.JournalRecord;
import dev.harbor.json.Json;
import dev.harbor.plan.Observation;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.RunState;
import dev.harbor.tool.SideEffect;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies one record to the run that it belongs to. */
final class RecordReader {

    private final RunHistory history;
    private final RunFold run;
    private final JournalRecord record;
    private final Members data;
    private final boolean keepsOutputs;

    RecordReader(RunHistory history, RunFold run, JournalRecord record, Members data, boolean keepsOutputs) {
        this.history = history;
        this.run = run;
        this.record = record;
        this.data = data;
        this.keepsOutputs = keepsOutputs;
    }

    void read() {
        switch (record.entry().type()) {
            case RecordType.MODEL_CALLED -> run.modelCalls++;
            case RecordType.MODEL_ANSWERED -> answered();
            case RecordType.DECIDED -> decided();
            case RecordType.OBSERVED -> run.observed(observations());
            case RecordType.CALL_REJECTED -> rejected();
            case RecordType.CALL_INTENDED -> intended();
            case RecordType.CALL_SETTLED -> settled();
            case RecordType.CALL_PAUSED -> paused();
            case RecordType.CALL_RESOLVED -> resolved();
            case RecordType.CLAIMED -> claim("");
            case RecordType.PAUSED -> runPaused();
            case RecordType.PAUSE_RESOLVED -> pauseResolved();
            case RecordType.CALL_ABANDONED -> run.pauses().told(data.text("call_id"));
            case RecordType.CONTROLLED -> run.controlled(ControlJson.read(data, at()));
            case RecordType.WAITING -> run.waits(data.text("reason"), data.json("result"), data.optionalText("cancel"));
            case RecordType.RESUMED -> resumed();
            case RecordType.ENDED -> run.ended(state(), data.text("reason"), data.json("result"));
            default -> throw data.damaged("is of a kind that this Harbor does not know", null);
        }
    }

    private Instant at() {
        return record.entry().at();
    }

    private RunState state() {
        return data.checked(in -> RunState.valueOf(in.text("state").toUpperCase(Locale.ROOT)));
    }

    private void answered() {
        run.outputBytes += data.number("output_bytes");
        run.tokens += data.number("tokens");
        run.costMicros += data.number("cost_micros");
    }

    private void decided() {
        Map<String, String> idsOfProvider = new HashMap<>();
        data.list("calls", call -> {
            String id = call.optionalText("provider_call_id");
            return id == null ? "" : idsOfProvider.put(call.text("call_id"), id);
        });
        run.decided(DecisionJson.read(data), DecisionJson.callIds(data), idsOfProvider);
        run.controls().decided(data.number("controls", 0));
        run.traced(data.optionalText("trace"));
    }

    private List<Observation> observations() {
        return data.list("observations", ObservationJson::read);
    }

    private Observation observation() {
        return ObservationJson.read(data.members("observation"));
    }

    private void rejected() {
        Observation seen = observation();
        InvocationState state = switch (seen.status()) {
            case "denied" -> InvocationState.REJECTED;
            case "cancelled" -> InvocationState.CANCELLED;
            default -> InvocationState.FAILED;
        };
        if (data.has("tool")) {
            run.record(invocation(state, data.optionalText("code"), seen.content(), at()));
        }
        run.nodes().ended(seen.callId(), NodeResult.of(seen, data));
        run.pauses().refuse(seen.callId());
        run.see(seen);
    }

    private void intended() {
        boolean isStep = data.has(CallRecords.STEP);
        if (!isStep && !data.has("resumption")) {
            run.toolCalls++;
        }
        if (!isStep) {
            history.called(data.text("tool"), data.text("schema_digest"));
        }
        run.record(invocation(InvocationState.PENDING, null, null, null));
        run.nodes().intended(data.text("call_id"), data.optionalText(CallRecords.PLAN));
        run.pauses().begin(data.text("call_id"));
    }

    /** A call outside a run whose tool waits has no intent on record. */
    private void paused() {
        if (data.has("suspension") && run.invocation(data.text("call_id")).isEmpty()) {
            run.toolCalls++;
        }
        run.record(invocation(InvocationState.PAUSED, null, null, null));
        run.pauses().open(PauseJson.read(history.stream(), data, record.entry()));
        run.seeForNow(observation());
    }

    private void runPaused() {
        run.pauses().open(PauseJson.read(history.stream(), data, record.entry()));
        run.observed(observations());
    }

    private void pauseResolved() {
        run.pauses().resolve(data.text("pause_id"), PauseJson.resolution(data));
        if (data.has("run_state")) {
            run.resumed("pause_resolved");
        }
        run.hear(observations());
    }

    private Invocation invocation(
            InvocationState state, @Nullable String code, @Nullable Json output, @Nullable Instant completedAt) {
        String callId = data.text("call_id");
        return data.checked(in -> new Invocation(
                callId,
                run.started().runId(),
                run.placeOf(callId),
                run.providerId(callId),
                in.text("tool"),
                SideEffect.valueOf(in.text("effect").toUpperCase(Locale.ROOT)),
                in.text("arguments_digest"),
                in.text("definition_digest"),
                in.text("idempotency_key"),
                state,
                code,
                keepsOutputs ? output : null,
                0,
                0,
                at(),
                completedAt,
                null));
    }

    private void settled() {
        Observation seen = observation();
        InvocationState state =
                data.checked(in -> InvocationState.valueOf(in.text("state").toUpperCase(Locale.ROOT)));
        long bytes = data.number("output_bytes", 0);
        run.outputBytes += bytes;
        run.record(known().settled(
                        state,
                        data.optionalText("code"),
                        keepsOutputs ? seen.content() : null,
                        bytes,
                        Math.toIntExact(data.number("attempts", 0)),
                        at()));
        claim(data.text("call_id"));
        run.discovered(data.texts(CallRecords.DISCOVERED));
        run.pauses().end(data.text("call_id"), isCalled(data));
        if (isOpenAfter(data)) {
            run.nodes().closed(data.text("call_id"));
        } else {
            run.nodes().ended(data.text("call_id"), NodeResult.of(seen, data));
            run.pauses().closeNodes(data.text("call_id"));
        }
        if (state == InvocationState.UNKNOWN) {
            run.seeForNow(seen);
        } else {
            run.see(seen);
        }
    }

    /** Tells whether the tool of a call that was settled was called, or may have been: what closes a call after a crash has no number of attempts. */
    static boolean isCalled(Members data) {
        return !data.has("attempts") || data.number("attempts") > 0;
    }

    /** Tells whether something may still come of a call that was settled: it is in doubt, or can be made again. */
    static boolean isOpenAfter(Members data) {
        String state = data.text("state");
        return state.equals(InvocationState.INTERRUPTED.wireName()) || state.equals(InvocationState.UNKNOWN.wireName());
    }

    private Invocation known() {
        String callId = data.text("call_id");
        return run.invocation(callId)
                .orElseThrow(() -> data.damaged("is about call '" + callId + "', which was not recorded before", null));
    }

    private void resolved() {
        CallResolution resolution = ResolutionJson.read(data);
        run.record(known().resolved(resolution, at()));
        run.nodes().ended(data.text("call_id"), NodeResult.of(resolution));
        run.claim(data.text("call_id"), record.sequence(), at(), resolution.evidence());
        run.see(observation());
        if (data.has("run_state")) {
            run.resumed("operator_resolved");
        }
    }

    private void claim(String callId) {
        run.claim(callId, record.sequence(), at(), data.list("evidence", EvidenceJson::read));
    }

    private void resumed() {
        run.goesOn();
        if (data.has("drift")) {
            run.accepted(data.textMap("configuration"));
            data.textMap("tools").forEach(history::called);
        }
        run.hear(observations());
    }
}
