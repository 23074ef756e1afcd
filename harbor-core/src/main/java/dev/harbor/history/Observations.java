package dev.harbor.history;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.Repair;
import dev.harbor.json.Violation;
import dev.harbor.pause.PauseToken;
import dev.harbor.plan.Observation;
import dev.harbor.run.CallResolution;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns outcomes into what a planner may read: small, and without causes. */
public final class Observations implements ToolOutcome.Visitor<Object, Json> {

    private static final int MAX_VIOLATIONS = 20;
    private static final Observations CONTENT = new Observations();

    private Observations() {}

    /** Returns what a planner reads of an outcome. */
    public static Observation of(ToolOutcome<?> outcome) {
        return new Observation(
                outcome.call().callId(), outcome.call().tool(), status(outcome), outcome.accept(CONTENT));
    }

    /** Returns how an outcome is called. */
    public static String status(ToolOutcome<?> outcome) {
        return outcome.accept(new Status());
    }

    /** Returns that something was refused before it became a call. */
    public static Observation failed(String callId, String tool, ErrorCode code, String message) {
        return new Observation(callId, tool, "failed", error(ToolError.permanent(code, message)));
    }

    /** Returns that a call ended in a way that no outcome tells: its process died, or an operator found out. */
    public static Observation closed(String callId, String tool, String status, String code, String message) {
        return new Observation(callId, tool, status, Json.of(Map.of(status, describe("code", code, message))));
    }

    /** Returns what an operator found out about a call. */
    public static Observation resolved(String callId, String tool, CallResolution resolution) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("resolved_by_operator", true);
        members.put("code", resolution.code());
        members.put("output", resolution.output());
        return new Observation(callId, tool, resolution.succeeded() ? "succeeded" : "failed", Json.of(members));
    }

    /** Returns that a call waits. */
    static Observation paused(String callId, String tool, String pauseId, String message) {
        return new Observation(callId, tool, "paused", Json.of(Map.of("paused", describe("pause", pauseId, message))));
    }

    @Override
    public Json success(ToolOutcome.Success<?> outcome) {
        if (outcome.attachments().isEmpty() && outcome.repairs().isEmpty()) {
            return outcome.content().visible();
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("result", outcome.content().visible());
        if (!outcome.attachments().isEmpty()) {
            members.put(
                    "attachments",
                    outcome.attachments().stream().map(ArtifactStub::toJson).toList());
        }
        if (!outcome.repairs().isEmpty()) {
            members.put(
                    "repaired_arguments",
                    outcome.repairs().stream().map(Observations::repair).toList());
        }
        return Json.of(members);
    }

    private static Map<String, String> repair(Repair repair) {
        return Map.of("at", repair.pointer(), "what", repair.what());
    }

    @Override
    public Json failure(ToolOutcome.Failure<?> outcome) {
        return error(outcome.error());
    }

    private static Json error(ToolError error) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("code", error.code().value());
        members.put("message", error.message());
        members.put("retryable", error.isRetryable());
        if (!error.violations().isEmpty()) {
            members.put(
                    "violations",
                    error.violations().stream()
                            .limit(MAX_VIOLATIONS)
                            .map(Observations::violation)
                            .toList());
        }
        return Json.of(Map.of("error", members));
    }

    private static Map<String, Object> violation(Violation violation) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", violation.pointer());
        members.put("rule", violation.keyword());
        members.put("message", violation.message());
        if (!violation.allowed().isEmpty()) {
            members.put(
                    "allowed",
                    violation.allowed().stream().limit(MAX_VIOLATIONS).toList());
        }
        return members;
    }

    @Override
    public Json denied(ToolOutcome.Denied<?> outcome) {
        return Json.of(Map.of("denied", describe("code", outcome.code(), outcome.message())));
    }

    @Override
    public Json paused(ToolOutcome.Paused<?> outcome) {
        return Json.of(Map.of("paused", describe("pause", pauseId(outcome), outcome.reason())));
    }

    private static String pauseId(ToolOutcome.Paused<?> outcome) {
        return PauseToken.of(outcome.token()).id();
    }

    @Override
    public Json unknown(ToolOutcome.Unknown<?> outcome) {
        return Json.of(Map.of(
                "unknown",
                describe("code", outcome.error().code().value(), outcome.error().message())));
    }

    @Override
    public Json cancelled(ToolOutcome.Cancelled<?> outcome) {
        return Json.of(Map.of("cancelled", outcome.reason()));
    }

    private static Map<String, String> describe(String name, String value, String message) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put(name, value);
        members.put("message", message);
        return members;
    }

    /** Returns what a planner reads of outcomes, in their order. */
    public static List<Observation> of(List<? extends ToolOutcome<?>> outcomes) {
        return outcomes.stream().map(Observations::of).toList();
    }

    private static final class Status implements ToolOutcome.Visitor<Object, String> {

        @Override
        public String success(ToolOutcome.Success<?> outcome) {
            return "succeeded";
        }

        @Override
        public String failure(ToolOutcome.Failure<?> outcome) {
            return "failed";
        }

        @Override
        public String denied(ToolOutcome.Denied<?> outcome) {
            return "denied";
        }

        @Override
        public String paused(ToolOutcome.Paused<?> outcome) {
            return "paused";
        }

        @Override
        public String unknown(ToolOutcome.Unknown<?> outcome) {
            return "unknown";
        }

        @Override
        public String cancelled(ToolOutcome.Cancelled<?> outcome) {
            return "cancelled";
        }
    }
}
