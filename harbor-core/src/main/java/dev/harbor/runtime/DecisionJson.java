package dev.harbor.runtime;

import dev.harbor.plan.Decision;
import dev.harbor.plan.ToolRequest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Writes decisions as the journal keeps them. Arguments are kept as text, because those of a model need not be JSON. */
final class DecisionJson implements Decision.Visitor<Map<String, Object>> {

    static final DecisionJson WRITER = new DecisionJson();

    private DecisionJson() {}

    @Override
    public Map<String, Object> callTool(Decision.CallTool decision) {
        Map<String, Object> data = arm("call_tool");
        data.put("call", call(decision.call()));
        return data;
    }

    @Override
    public Map<String, Object> callParallel(Decision.CallParallel decision) {
        Map<String, Object> data = arm("call_parallel");
        data.put("calls", decision.calls().stream().map(DecisionJson::call).toList());
        data.put("join", decision.join().kind().name().toLowerCase(Locale.ROOT));
        data.put("count", decision.join().count());
        return data;
    }

    @Override
    public Map<String, Object> spawnTask(Decision.SpawnTask decision) {
        Map<String, Object> data = arm("spawn_task");
        data.put("goal", decision.goal());
        data.put("input", decision.input());
        return data;
    }

    @Override
    public Map<String, Object> awaitTask(Decision.AwaitTask decision) {
        Map<String, Object> data = arm("await_task");
        data.put("task_id", decision.taskId());
        return data;
    }

    @Override
    public Map<String, Object> requestPause(Decision.RequestPause decision) {
        Map<String, Object> data = arm("request_pause");
        data.put("reason", decision.reason().wireName());
        data.put("message", decision.message());
        data.put("payload", decision.payload());
        return data;
    }

    @Override
    public Map<String, Object> finish(Decision.Finish decision) {
        Map<String, Object> data = arm("finish");
        data.put("reason", decision.reason().wireName());
        data.put("result", decision.result());
        return data;
    }

    private static Map<String, Object> arm(String name) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("decision", name);
        return data;
    }

    private static Map<String, Object> call(ToolRequest request) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("tool", request.tool());
        data.put("arguments", request.arguments().toString());
        if (request.callId() != null) {
            data.put("provider_call_id", request.callId());
        }
        return data;
    }
}
