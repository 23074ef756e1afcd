package dev.harbor.planner;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a decision as the action that the model must have answered for it to be made. What is long is left out, and how long it was is said. */
final class ActionWriter implements Decision.Visitor<Map<String, Object>> {

    private static final int MAX_BYTES = 2048;

    private final int maxBytes;

    private ActionWriter(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns the action in at most about as many bytes as there are calls in it times two thousand, and less where less is allowed. */
    static String write(Decision decision, int maxBytes) {
        int calls =
                decision instanceof Decision.CallParallel many ? many.calls().size() : 1;
        int each = Math.max(64, Math.min(MAX_BYTES, maxBytes / 2 / calls));
        return Json.of(decision.accept(new ActionWriter(each))).toString();
    }

    @Override
    public Map<String, Object> callTool(Decision.CallTool decision) {
        return calls(List.of(decision.call()));
    }

    @Override
    public Map<String, Object> callParallel(Decision.CallParallel decision) {
        Map<String, Object> action = calls(decision.calls());
        JoinPolicy join = decision.join();
        if (join.kind() == JoinPolicy.Kind.AT_LEAST) {
            action.put("join", join.count());
        } else if (join.kind() != JoinPolicy.Kind.ALL) {
            action.put("join", join.kind().name().toLowerCase(Locale.ROOT));
        }
        return action;
    }

    private Map<String, Object> calls(List<ToolRequest> calls) {
        Map<String, Object> action = action(Arm.CALL);
        action.put("calls", calls.stream().map(this::call).toList());
        return action;
    }

    private Map<String, Object> call(ToolRequest request) {
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("tool", Shortened.to(ActionReader.MAX_NAME_LENGTH, request.tool()));
        call.put("arguments", value(request.arguments()));
        return call;
    }

    /** Text of a model need not be JSON; what is none is shown as the text that it is. */
    private Object value(Json json) {
        if (json.isAtLeast(maxBytes)) {
            return Map.of("left_out", json.sizeBytes() + " bytes");
        }
        return isJson(json) ? json : json.toString();
    }

    private static boolean isJson(Json json) {
        try {
            json.kind();
            return true;
        } catch (dev.harbor.json.MalformedJsonException e) {
            return false;
        }
    }

    @Override
    public Map<String, Object> spawnTask(Decision.SpawnTask decision) {
        Map<String, Object> action = action(Arm.SPAWN);
        action.put("goal", Shortened.to(maxBytes / 3, decision.goal()));
        action.put("input", value(decision.input()));
        return action;
    }

    @Override
    public Map<String, Object> awaitTask(Decision.AwaitTask decision) {
        Map<String, Object> action = action(Arm.AWAIT);
        action.put("task", Shortened.to(ActionReader.MAX_NAME_LENGTH, decision.taskId()));
        return action;
    }

    @Override
    public Map<String, Object> requestPause(Decision.RequestPause decision) {
        Map<String, Object> action = action(Arm.PAUSE);
        action.put("reason", decision.reason().wireName());
        action.put("message", Shortened.to(maxBytes / 3, decision.message()));
        return action;
    }

    @Override
    public Map<String, Object> finish(Decision.Finish decision) {
        Map<String, Object> action = action(Arm.FINISH);
        if (decision.reason() != FinishReason.GOAL) {
            action.put("reason", decision.reason().wireName());
        }
        action.put("result", value(decision.result()));
        return action;
    }

    private static Map<String, Object> action(Arm arm) {
        Map<String, Object> action = new LinkedHashMap<>();
        action.put("action", arm.wireName());
        return action;
    }
}
