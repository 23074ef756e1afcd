package dev.harbor.examples.tenants;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import dev.harbor.tool.CallInfo;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Turns outcomes into responses. An outcome has six arms, and each has its status. */
final class Answers implements ToolOutcome.Visitor<Json, Answer> {

    private static final Map<ErrorCode, Integer> STATUS = Map.of(
            ErrorCode.INVALID_ARGUMENTS, 400,
            ErrorCode.TOOL_NOT_FOUND, 404,
            ErrorCode.TOOL_FAILED, 422,
            ErrorCode.RATE_LIMITED, 429,
            ErrorCode.INVALID_RESULT, 502,
            ErrorCode.TOOL_UNAVAILABLE, 503,
            ErrorCode.CIRCUIT_OPEN, 503,
            ErrorCode.OVERLOADED, 503,
            ErrorCode.TOOL_TIMEOUT, 504,
            ErrorCode.DEADLINE_EXCEEDED, 504);

    private final Function<ArtifactStub, String> links;

    /** Makes answers in which a stored result has a link. */
    Answers(Function<ArtifactStub, String> links) {
        this.links = links;
    }

    @Override
    public Answer success(ToolOutcome.Success<? extends Json> outcome) {
        Map<String, Object> body = begin(outcome.call(), "succeeded");
        if (outcome.content() instanceof ToolContent.Offloaded stored) {
            body.put("artifact", linked(stored.stub()));
        } else {
            body.put("result", outcome.content().visible());
        }
        return new Answer(200, Json.of(body));
    }

    private Map<String, Object> linked(ArtifactStub stub) {
        Map<String, Object> members = new LinkedHashMap<>(stub.toJson().members());
        members.put("href", links.apply(stub));
        return members;
    }

    @Override
    public Answer failure(ToolOutcome.Failure<? extends Json> outcome) {
        int status = STATUS.getOrDefault(outcome.error().code(), 500);
        return end(status, begin(outcome.call(), "failed"), error(outcome.error()));
    }

    @Override
    public Answer denied(ToolOutcome.Denied<? extends Json> outcome) {
        return end(403, begin(outcome.call(), "denied"), error(outcome.code(), outcome.message()));
    }

    @Override
    public Answer paused(ToolOutcome.Paused<? extends Json> outcome) {
        Map<String, Object> body = begin(outcome.call(), "paused");
        body.put("token", outcome.token());
        body.put("reason", outcome.reason());
        return new Answer(202, Json.of(body));
    }

    /** The effect may have happened: nothing about this answer invites to try again. */
    @Override
    public Answer unknown(ToolOutcome.Unknown<? extends Json> outcome) {
        return end(500, begin(outcome.call(), "unknown"), error(outcome.error()));
    }

    @Override
    public Answer cancelled(ToolOutcome.Cancelled<? extends Json> outcome) {
        return end(503, begin(outcome.call(), "cancelled"), error(ErrorCode.CANCELLED.value(), outcome.reason()));
    }

    private static Map<String, Object> begin(CallInfo call, String status) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("call", call.callId());
        body.put("tool", call.tool());
        body.put("status", status);
        body.put("attempts", call.attempts());
        return body;
    }

    private static Answer end(int status, Map<String, Object> body, Map<String, Object> error) {
        body.put("error", error);
        return new Answer(status, Json.of(body));
    }

    private static Map<String, Object> error(String code, String message) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("code", code);
        members.put("message", message);
        return members;
    }

    private static Map<String, Object> error(ToolError error) {
        Map<String, Object> members = error(error.code().value(), error.message());
        members.put("retryable", error.isRetryable());
        if (error.code().equals(ErrorCode.INVALID_ARGUMENTS)) {
            members.put("violations", violations(error));
        }
        return members;
    }

    /** Says where the arguments are wrong; text that is no JSON is wrong as a whole. */
    private static List<Map<String, Object>> violations(ToolError error) {
        if (error.violations().isEmpty()) {
            return List.of(Map.of("at", "", "message", error.message()));
        }
        return error.violations().stream().map(Answers::violation).toList();
    }

    private static Map<String, Object> violation(Violation violation) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", violation.pointer());
        members.put("message", violation.message());
        if (!violation.allowed().isEmpty()) {
            members.put("allowed", violation.allowed());
        }
        return members;
    }
}
