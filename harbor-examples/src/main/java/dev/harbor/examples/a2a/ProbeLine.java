package dev.harbor.examples.a2a;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Is what the probe prints of one call.
 *
 * @param outcome {@code result}, {@code pause}, {@code error} or {@code cancelled}
 * @param state where the remote task stood, as far as the outcome says
 * @param errorClass the class of an error, else empty
 */
record ProbeLine(String outcome, String state, String errorClass, String text, List<Json> files) {

    private static final String WHOLE_TEXT = "whole-text.txt";

    private static final Map<String, String> STATES = Map.of(
            "A2A_TASK_FAILED", "failed",
            "A2A_TASK_REJECTED", "rejected",
            "A2A_TASK_CANCELLED", "canceled",
            "CANCELLED", "canceled",
            "TOOL_TIMEOUT", "timeout");

    static ProbeLine of(ToolOutcome<Json> outcome) {
        if (outcome instanceof ToolOutcome.Success<Json> success) {
            return result(success.value());
        }
        if (outcome instanceof ToolOutcome.Paused<Json> paused) {
            boolean input = paused.kind().equals("await_input");
            return new ProbeLine("pause", input ? "input-required" : "auth-required", "", paused.reason(), List.of());
        }
        if (outcome instanceof ToolOutcome.Failure<Json> failure) {
            return error(failure.error());
        }
        if (outcome instanceof ToolOutcome.Unknown<Json> unknown) {
            return error(unknown.error());
        }
        if (outcome instanceof ToolOutcome.Cancelled<Json> cancelled) {
            return new ProbeLine("cancelled", "canceled", "", cancelled.reason(), List.of());
        }
        return new ProbeLine("error", "", "permanent", outcome.toString(), List.of());
    }

    private static ProbeLine error(ToolError error) {
        boolean cancelled = error.code().equals(ErrorCode.CANCELLED);
        return new ProbeLine(
                cancelled ? "cancelled" : "error",
                STATES.getOrDefault(error.code().value(), ""),
                error.errorClass().wireName(),
                error.message(),
                List.of());
    }

    /** Returns what came of a call that was gone on with. */
    static ProbeLine of(Json observed) {
        Json error = observed.get("error").orElse(null);
        if (error == null) {
            return result(observed);
        }
        String code = error.get("code").map(Json::asString).orElse("");
        String message = error.get("message").map(Json::asString).orElse("");
        return new ProbeLine("error", STATES.getOrDefault(code, ""), "permanent", message, List.of());
    }

    private static ProbeLine result(Json value) {
        return new ProbeLine(
                "result",
                value.get("state").map(Json::asString).orElse(""),
                "",
                value.get("text").map(Json::asString).orElse(value.toString()),
                value.get("files").map(Json::elements).orElse(List.of()));
    }

    /**
     * Writes the line.
     *
     * @param characters counts the characters of a text that is stored, by its reference
     */
    Json write(String input, long millis, ToLongFunction<String> characters) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("input", input);
        line.put("outcome", outcome);
        line.put("state", state);
        line.put("class", errorClass);
        line.put("text", text);
        line.put("text_len", length(characters));
        line.put("artifacts", artifacts());
        line.put("ms", millis);
        return Json.of(line);
    }

    private long length(ToLongFunction<String> characters) {
        return files.stream()
                .filter(file -> member(file, "name").equals(WHOLE_TEXT))
                .findFirst()
                .map(file -> characters.applyAsLong(member(file, "ref")))
                .orElse((long) text.length());
    }

    private List<Map<String, Object>> artifacts() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Json file : files) {
            String ref = member(file, "ref");
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("id", member(file, "artifact"));
            one.put("ref", ref);
            one.put("bytes", file.get("size_bytes").orElse(Json.NULL));
            one.put("sha256", ref.substring(ref.indexOf(':') + 1));
            all.add(one);
        }
        return all;
    }

    private static String member(Json file, String name) {
        return file.get(name).map(Json::asString).orElse("");
    }
}
