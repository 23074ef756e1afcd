package dev.harbor.history;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifact.Evidence;
import dev.harbor.dispatch.CallContext;
import dev.harbor.dispatch.Discovery;
import dev.harbor.history.Records.Draft;
import dev.harbor.plan.Observation;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolSuspended;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the records of a call while it is on its way. */
public final class CallRecords {

    /** The digest of the plan of a composed call. */
    static final String PLAN = "plan";

    /** The call is of a tool that belongs to its parent, and no call of the run's own. */
    static final String STEP = "step";

    /** The result stands as the stub of an artifact. */
    static final String STORED = "stored";

    /** The result is a member of what was observed. */
    static final String WRAPPED = "wrapped";

    /** The tools that a planner is shown from now on. */
    static final String DISCOVERED = "discovered";

    private CallRecords() {}

    /** The call was refused before it was intended. */
    public static Draft rejected(CallContext call, ToolOutcome<?> outcome) {
        Map<String, Object> data = describe(call);
        code(data, outcome);
        data.put("observation", ObservationJson.of(Observations.of(outcome)));
        return new Draft(RecordType.CALL_REJECTED, data);
    }

    /** The tool is about to run. */
    public static Draft intended(CallContext call) {
        Map<String, Object> data = describe(call);
        data.put("schema_digest", call.tool().definition().schemaDigest());
        data.put("arguments", call.arguments());
        Members.put(data, PLAN, call.planDigest());
        Members.put(data, STEP, call.isStep() ? true : null);
        Members.put(data, "resumption", call.resumption() == 0 ? null : call.resumption());
        return new Draft(RecordType.CALL_INTENDED, data);
    }

    /** The tool has ended, or its attempts have. */
    public static Draft settled(CallContext call, ToolOutcome<?> outcome, List<Evidence> evidence) {
        Map<String, Object> data = Members.of(String.valueOf(call.runId()));
        data.put("call_id", call.callId());
        data.put("state", stateOf(outcome).wireName());
        code(data, outcome);
        data.put("attempts", outcome.call().attempts());
        data.put("output_bytes", outputBytes(outcome));
        data.put("observation", ObservationJson.of(Observations.of(outcome)));
        if (outcome instanceof ToolOutcome.Success<?> success) {
            shape(data, success);
            discovered(data, call, success.value());
        }
        if (!evidence.isEmpty()) {
            data.put("evidence", evidence.stream().map(EvidenceJson::of).toList());
        }
        return new Draft(RecordType.CALL_SETTLED, data);
    }

    /**
     * The call waits.
     *
     * @param runId the run, which need not be the one that the call knows of
     * @param callId the id of the call in that run
     */
    public static Draft paused(String runId, String callId, CallContext call, NewPause pause) {
        Map<String, Object> data = describe(runId, callId, call);
        data.put("arguments", call.arguments());
        data.putAll(PauseJson.of(pause));
        data.put(
                "observation",
                ObservationJson.of(Observations.paused(
                        callId, call.info().tool(), pause.token().id(), pause.message())));
        return new Draft(RecordType.CALL_PAUSED, data);
    }

    /** The tool of a call waits; see {@link #paused}. */
    public static Draft suspended(String runId, String callId, CallContext call, NewPause pause, ToolSuspended by) {
        Draft draft = paused(runId, callId, call, pause);
        Suspension suspension = new Suspension(
                call.resumption() + 1,
                by.state(),
                by.isHearingRefusal(),
                call.isApproved(),
                call.tool().definition().digest());
        draft.data().put("suspension", PauseJson.of(suspension));
        return draft;
    }

    /** A call that waited is not made. */
    public static Draft refused(Invocation call, Observation seen, String code) {
        Map<String, Object> data = Members.of(call.runId());
        data.put("call_id", call.callId());
        data.put("tool", call.tool());
        data.put("definition_digest", call.definitionDigest());
        data.put("effect", call.effect().wireName());
        data.put("arguments_digest", call.argumentsDigest());
        data.put("idempotency_key", call.idempotencyKey());
        data.put("code", code);
        data.put("observation", ObservationJson.of(seen));
        return new Draft(RecordType.CALL_REJECTED, data);
    }

    /** The tool of a call that waited knows that it will not go on, or can't be told. */
    public static Draft abandoned(String runId, String callId, boolean told) {
        Map<String, Object> data = Members.of(runId);
        data.put("call_id", callId);
        data.put("told", told);
        return new Draft(RecordType.CALL_ABANDONED, data);
    }

    /** Returns how many bytes a call came to, attachments included. */
    public static long outputBytes(ToolOutcome<?> outcome) {
        if (!(outcome instanceof ToolOutcome.Success<?> success)) {
            return 0;
        }
        long attached = success.attachments().stream()
                .mapToLong(ArtifactStub::sizeBytes)
                .sum();
        return success.content().sizeBytes() + attached;
    }

    /** What is made again from where it was left needs results as they were, not as they were shown. */
    private static void shape(Map<String, Object> data, ToolOutcome.Success<?> success) {
        boolean isWrapped =
                !success.attachments().isEmpty() || !success.repairs().isEmpty();
        Members.put(data, STORED, success.content() instanceof ToolContent.Offloaded ? true : null);
        Members.put(data, WRAPPED, isWrapped ? true : null);
    }

    private static void discovered(Map<String, Object> data, CallContext call, @Nullable Object value) {
        if (value != null && call.tool().tool().innermost() instanceof Discovery discovery) {
            List<String> tools = discovery.discovered(value);
            Members.put(data, DISCOVERED, tools.isEmpty() ? null : tools);
        }
    }

    private static InvocationState stateOf(ToolOutcome<?> outcome) {
        return switch (Observations.status(outcome)) {
            case "succeeded" -> InvocationState.SUCCEEDED;
            case "unknown" -> InvocationState.UNKNOWN;
            case "cancelled" -> InvocationState.INTERRUPTED;
            default -> InvocationState.FAILED;
        };
    }

    private static void code(Map<String, Object> data, ToolOutcome<?> outcome) {
        if (outcome instanceof ToolOutcome.Denied<?> denied) {
            data.put("code", denied.code());
        } else if (outcome.errorCode() != null) {
            data.put("code", String.valueOf(outcome.errorCode()));
        }
    }

    private static Map<String, Object> describe(CallContext call) {
        return describe(String.valueOf(call.runId()), call.callId(), call);
    }

    private static Map<String, Object> describe(String runId, String callId, CallContext call) {
        ToolDefinition definition = call.tool().definition();
        Map<String, Object> data = Members.of(runId);
        data.put("call_id", callId);
        data.put("tool", definition.id().toString());
        data.put("definition_digest", definition.digest());
        data.put("effect", definition.effect().wireName());
        data.put("arguments_digest", call.arguments().argumentsDigest());
        data.put("idempotency_key", call.idempotencyKey());
        return data;
    }
}
