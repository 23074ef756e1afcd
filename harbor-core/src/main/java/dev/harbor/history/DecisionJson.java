package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.FinishReason;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes and reads decisions. Arguments are kept as text, because those of a model need not be JSON. */
final class DecisionJson implements Decision.Visitor<Map<String, Object>> {

    private final List<String> callIds;

    private DecisionJson(List<String> callIds) {
        this.callIds = callIds;
    }

    /** Returns the members of a decision; its calls have the given ids. */
    static Map<String, Object> of(Decision decision, List<String> callIds) {
        return decision.accept(new DecisionJson(callIds));
    }

    /** Returns a writer for decisions whose calls do not matter. */
    static Decision.Visitor<Map<String, Object>> withoutCalls() {
        return new DecisionJson(List.of());
    }

    @Override
    public Map<String, Object> callTool(Decision.CallTool decision) {
        Map<String, Object> data = arm("call_tool");
        data.put("calls", calls(List.of(decision.call())));
        return data;
    }

    @Override
    public Map<String, Object> callParallel(Decision.CallParallel decision) {
        Map<String, Object> data = arm("call_parallel");
        data.put("calls", calls(decision.calls()));
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

    private List<Map<String, Object>> calls(List<ToolRequest> requests) {
        List<Map<String, Object>> calls = new ArrayList<>();
        for (int i = 0; i < callIds.size(); i++) {
            Map<String, Object> call = new LinkedHashMap<>();
            call.put("call_id", callIds.get(i));
            call.put("tool", requests.get(i).tool());
            call.put("arguments", requests.get(i).arguments().toString());
            Members.put(call, "provider_call_id", requests.get(i).callId());
            calls.add(call);
        }
        return calls;
    }

    static List<String> callIds(Members record) {
        return record.list("calls", call -> call.text("call_id"));
    }

    static Decision read(Members record) {
        return record.checked(DecisionJson::arm);
    }

    private static Decision arm(Members in) {
        String arm = in.text("decision");
        return switch (arm) {
            case "call_tool" -> new Decision.CallTool(requests(in).get(0));
            case "call_parallel" -> new Decision.CallParallel(requests(in), join(in));
            case "spawn_task" -> new Decision.SpawnTask(in.text("goal"), in.json("input"));
            case "await_task" -> new Decision.AwaitTask(in.text("task_id"));
            case "request_pause" ->
                new Decision.RequestPause(
                        PauseReason.valueOf(upper(in.text("reason"))), in.text("message"), in.json("payload"));
            case "finish" -> new Decision.Finish(FinishReason.valueOf(upper(in.text("reason"))), in.json("result"));
            default -> throw in.damaged("has an unknown decision '" + arm + "'", null);
        };
    }

    private static List<ToolRequest> requests(Members in) {
        List<ToolRequest> calls = in.list(
                "calls",
                call -> new ToolRequest(
                        call.text("tool"), Json.lazy(call.text("arguments")), call.optionalText("provider_call_id")));
        if (calls.isEmpty()) {
            throw in.damaged("has no calls", null);
        }
        return calls;
    }

    private static JoinPolicy join(Members in) {
        return new JoinPolicy(JoinPolicy.Kind.valueOf(upper(in.text("join"))), Math.toIntExact(in.number("count")));
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
