package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.plan.Observation;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes and reads what a planner has seen. */
final class ObservationJson {

    private ObservationJson() {}

    static Json of(Observation seen) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("call_id", seen.callId());
        members.put("tool", seen.tool());
        members.put("status", seen.status());
        members.put("content", seen.content());
        return Json.of(members);
    }

    static Observation read(Members members) {
        return new Observation(
                members.text("call_id"), members.text("tool"), members.text("status"), members.json("content"));
    }
}
