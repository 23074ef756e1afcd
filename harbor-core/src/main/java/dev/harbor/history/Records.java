package dev.harbor.history;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmReply;
import dev.harbor.pause.Control;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.run.CallResolution;
import dev.harbor.run.ConfigurationDrift;
import dev.harbor.run.RunState;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the records of a run. */
public final class Records {

    private Records() {}

    /**
     * Is a record that is to be appended.
     *
     * @param type its kind
     * @param data its members
     */
    public record Draft(String type, Map<String, Object> data) {}

    /** A run or child run begins. */
    public static Draft started(StartedRun run) {
        return new Draft(RecordType.STARTED, run.toMembers());
    }

    /** The model is about to be asked. */
    public static Draft modelCalled(String runId) {
        return new Draft(RecordType.MODEL_CALLED, Members.of(runId));
    }

    /** The model has answered. */
    public static Draft modelAnswered(String runId, LlmReply reply) {
        Map<String, Object> data = Members.of(runId);
        data.put("output_bytes", outputBytes(reply));
        data.put("tokens", reply.usage().totalTokens());
        data.put("cost_micros", reply.usage().costMicros());
        return new Draft(RecordType.MODEL_ANSWERED, data);
    }

    static long outputBytes(LlmReply reply) {
        return reply.text().getBytes(StandardCharsets.UTF_8).length;
    }

    /** The planner has decided; its calls have the given ids. */
    public static Draft decided(String runId, Decision decision, List<String> callIds) {
        return decided(runId, decision, callIds, 0, null);
    }

    /** The planner has decided, and had seen so many controls of the run then, in the trace with that {@code traceparent}, or null. */
    public static Draft decided(
            String runId, Decision decision, List<String> callIds, int controls, @Nullable String trace) {
        Map<String, Object> data = Members.of(runId);
        data.putAll(DecisionJson.of(decision, callIds));
        Members.put(data, "controls", controls == 0 ? null : controls);
        Members.put(data, "trace", trace);
        return new Draft(RecordType.DECIDED, data);
    }

    /** Returns the name of a decision's arm as events and records spell it. */
    public static String nameOf(Decision decision) {
        return String.valueOf(decision.accept(DecisionJson.withoutCalls()).get("decision"));
    }

    /** Something other than a call came of a decision. */
    public static Draft observed(String runId, List<Observation> observations) {
        return new Draft(RecordType.OBSERVED, with(Members.of(runId), observations));
    }

    /** A call came to an end without an intent; of a call that was never resolved only what was seen is known. */
    public static Draft rejected(String runId, Observation seen) {
        Map<String, Object> data = Members.of(runId);
        data.put("call_id", seen.callId());
        data.put("observation", ObservationJson.of(seen));
        return new Draft(RecordType.CALL_REJECTED, data);
    }

    /** A tool was interrupted by the end of its process and may be called again, or nobody knows what it did. */
    public static Draft closed(String runId, Observation seen, String state, String code) {
        Map<String, Object> data = Members.of(runId);
        data.put("call_id", seen.callId());
        data.put("state", state);
        data.put("code", code);
        data.put("observation", ObservationJson.of(seen));
        return new Draft(RecordType.CALL_SETTLED, data);
    }

    /** An operator found out what became of a call; with the last one the run goes on. */
    public static Draft resolved(String runId, Observation seen, CallResolution resolution, boolean isLast) {
        Map<String, Object> data = Members.of(runId);
        data.put("call_id", seen.callId());
        data.putAll(ResolutionJson.of(resolution));
        data.put("observation", ObservationJson.of(seen));
        if (isLast) {
            data.put("run_state", RunState.RUNNING.wireName());
        }
        return new Draft(RecordType.CALL_RESOLVED, data);
    }

    /** A model has claimed something. */
    public static Draft claimed(String runId, List<Evidence> claims) {
        Map<String, Object> data = Members.of(runId);
        data.put("evidence", claims.stream().map(EvidenceJson::of).toList());
        return new Draft(RecordType.CLAIMED, data);
    }

    /** The run itself opened a pause. */
    public static Draft paused(String runId, NewPause pause, Observation seen) {
        Map<String, Object> data = with(Members.of(runId), List.of(seen));
        data.putAll(PauseJson.of(pause));
        return new Draft(RecordType.PAUSED, data);
    }

    /** A pause was resolved; when the run can go on then, it is so from now. */
    public static Draft pauseResolved(
            OpenPause pause, Resolution resolution, List<Observation> observations, boolean goesOn) {
        Map<String, Object> data = with(Members.of(pause.runId()), observations);
        data.put("pause_id", pause.id());
        data.putAll(PauseJson.of(resolution));
        if (goesOn) {
            data.put("run_state", RunState.RUNNING.wireName());
        }
        return new Draft(RecordType.PAUSE_RESOLVED, data);
    }

    /** Somebody wants something of the run from outside. */
    public static Draft controlled(String runId, Control control) {
        Map<String, Object> data = Members.of(runId);
        data.putAll(ControlJson.of(control));
        return new Draft(RecordType.CONTROLLED, data);
    }

    /** The run waits, and nothing drives it. */
    public static Draft waiting(String runId, String reason, Json result) {
        Map<String, Object> data = Members.of(runId);
        data.put("reason", reason);
        data.put("result", result);
        return new Draft(RecordType.WAITING, data);
    }

    /** The run waits because of a doubt, and is to be cancelled when that is resolved. */
    public static Draft waitingToCancel(String runId, String reason, String why) {
        Draft waiting = waiting(runId, reason, Json.NULL);
        waiting.data().put("cancel", why);
        return waiting;
    }

    /** The run goes on. */
    public static Draft resumed(String runId, List<Observation> observations) {
        return new Draft(RecordType.RESUMED, with(Members.of(runId), observations));
    }

    /**
     * The run goes on under another configuration, because somebody says so.
     *
     * @param configuration the configuration from now on
     * @param tools the digests of the schemas of its tools from now on; a tool that is gone has an empty one
     */
    public static Draft resumed(
            String runId,
            List<Observation> observations,
            List<ConfigurationDrift> drift,
            Map<String, String> configuration,
            Map<String, String> tools,
            String actor,
            String note) {
        Map<String, Object> data = with(Members.of(runId), observations);
        data.put("drift", drift.stream().map(Records::drift).toList());
        data.put("configuration", configuration);
        data.put("tools", tools);
        data.put("actor", actor);
        data.put("note", note);
        return new Draft(RecordType.RESUMED, data);
    }

    private static Map<String, String> drift(ConfigurationDrift drift) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("what", drift.what());
        members.put("was", drift.was());
        members.put("is", drift.is());
        return members;
    }

    /** The run has ended. */
    public static Draft ended(String runId, RunState state, String reason, Json result) {
        Map<String, Object> data = Members.of(runId);
        data.put("state", state.wireName());
        data.put("reason", reason);
        data.put("result", result);
        return new Draft(RecordType.ENDED, data);
    }

    private static Map<String, Object> with(Map<String, Object> data, List<Observation> observations) {
        if (!observations.isEmpty()) {
            data.put(
                    "observations",
                    observations.stream().map(ObservationJson::of).toList());
        }
        return data;
    }
}
