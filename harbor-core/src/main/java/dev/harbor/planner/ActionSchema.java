package dev.harbor.planner;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the JSON Schema of an action: one for every model, small, and the same in every turn, so that a provider compiles it once. ADR 52. */
final class ActionSchema {

    /** The most characters of a goal or a message that a model writes. */
    static final int MAX_TEXT_LENGTH = 4096;

    private ActionSchema() {}

    static Json of(Set<Arm> arms, int maxCalls) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("thought", text("what you think; nobody keeps it"));
        members.put("say", text("a short remark for people"));
        members.put(
                "action",
                Map.of("enum", arms.stream().sorted().map(Arm::wireName).toList()));
        members.put("calls", calls(maxCalls));
        members.put("join", described("all, first_success, or how many successes are enough; all if absent"));
        if (arms.contains(Arm.SPAWN)) {
            members.put("goal", text("what the task is to do"));
            members.put("input", described("what the task gets"));
        }
        if (arms.contains(Arm.AWAIT)) {
            members.put("task", text("the id of a task"));
        }
        members.put("reason", Map.of("enum", reasons(arms)));
        if (arms.contains(Arm.PAUSE)) {
            members.put("message", text("what a person is asked"));
            members.put("payload", described("what a person needs to decide"));
        }
        members.put("result", described("what it came to"));
        return Json.of(object(members, "action"));
    }

    private static List<String> reasons(Set<Arm> arms) {
        List<String> reasons = new ArrayList<>(List.of("goal", "no_path", "constraints_conflict"));
        if (arms.contains(Arm.PAUSE)) {
            Arrays.stream(PauseReason.values())
                    .map(PauseReason::wireName)
                    .filter(name -> !reasons.contains(name))
                    .forEach(reasons::add);
        }
        return reasons;
    }

    private static Map<String, Object> calls(int maxCalls) {
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("tool", text("the name of a tool"));
        Map<String, Object> arguments = described("as the tool's schema has them");
        arguments.put("type", "object");
        call.put("arguments", arguments);
        Map<String, Object> calls = new LinkedHashMap<>();
        calls.put("type", "array");
        calls.put("minItems", 1);
        calls.put("maxItems", maxCalls);
        calls.put("items", object(call, "tool", "arguments"));
        return calls;
    }

    private static Map<String, Object> object(Map<String, Object> members, String... required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", members);
        schema.put("required", List.of(required));
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> text(String description) {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("type", "string");
        text.put("description", description);
        return text;
    }

    private static Map<String, Object> described(String description) {
        Map<String, Object> anything = new LinkedHashMap<>();
        anything.put("description", description);
        return anything;
    }
}
