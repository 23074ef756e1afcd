package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Is what a server says to many calls at once: of each its progress and then its answer, twice for some, between those of the others and of nobody. */
final class Mixed {

    /** How often the progress of each call is told. */
    static final int STEPS = 3;

    /** The answer to a call is repeated if this divides its number. */
    static final int REPEATED = 4;

    private Mixed() {}

    /** Tells how the call of a number ends. */
    static String end(int number) {
        return switch (number % 3) {
            case 0 -> "result";
            case 1 -> "failure";
            default -> "error";
        };
    }

    static List<Map<String, Object>> of(long seed, Map<Json, Json> calls) {
        List<Deque<Map<String, Object>>> queues = new ArrayList<>();
        calls.forEach((id, params) -> queues.add(said(id, params)));
        Random random = new Random(seed);
        List<Map<String, Object>> all = new ArrayList<>();
        while (!queues.isEmpty()) {
            int which = random.nextInt(queues.size());
            all.add(queues.get(which).remove());
            if (queues.get(which).isEmpty()) {
                queues.remove(which);
            }
        }
        return all;
    }

    private static Deque<Map<String, Object>> said(Json id, Json params) {
        int number = Integer.parseInt(params.at("/arguments/text").orElseThrow().asString());
        Deque<Map<String, Object>> said = new ArrayDeque<>();
        Json token = params.at("/_meta/progressToken").orElseThrow();
        for (int step = 1; step <= STEPS; step++) {
            said.add(Map.of(
                    "jsonrpc", "2.0",
                    "method", "notifications/progress",
                    "params", Map.of("progressToken", token, "progress", step, "message", "call " + number)));
        }
        said.add(answer(Json.of(900_000_000L + number), number));
        said.add(answer(id, number));
        if (number % REPEATED == 0) {
            said.add(answer(id, number));
        }
        return said;
    }

    private static Map<String, Object> answer(Json id, int number) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", number % 2 == 0 ? id : Json.string(id.toString()));
        if (end(number).equals("error")) {
            answer.put("error", Map.of("code", -32602, "message", "call " + number));
        } else {
            Map<String, Object> part = Map.of("type", "text", "text", "call " + number);
            answer.put("result", Map.of("isError", end(number).equals("failure"), "content", List.of(part)));
        }
        return answer;
    }
}
