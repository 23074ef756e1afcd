package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes and reads limits; what is not limited is not written, so that what older records don't say is unlimited, as it was. */
final class LimitsJson {

    private LimitsJson() {}

    static Json of(BudgetLimits limits) {
        Map<String, Object> members = new LinkedHashMap<>();
        Duration elapsed = limits.maxElapsed();
        if (elapsed != null) {
            members.put("elapsed_nanos", elapsed.toNanos());
        }
        put(members, "model_calls", limits.maxModelCalls());
        put(members, "tool_calls", limits.maxToolCalls());
        put(members, "output_bytes", limits.maxOutputBytes());
        put(members, "tokens", limits.maxTokens());
        put(members, "cost_micros", limits.maxCostMicros());
        put(members, "steps", limits.maxSteps());
        members.put("steps_per_drive", limits.maxStepsPerDrive());
        put(members, "child_runs", limits.maxChildRuns());
        return Json.of(members);
    }

    private static void put(Map<String, Object> members, String name, long limit) {
        if (limit != Long.MAX_VALUE) {
            members.put(name, limit);
        }
    }

    static BudgetLimits read(Members in) {
        return in.checked(LimitsJson::build);
    }

    private static BudgetLimits build(Members in) {
        BudgetLimits.Builder limits = BudgetLimits.builder()
                .maxModelCalls(limit(in, "model_calls"))
                .maxToolCalls(limit(in, "tool_calls"))
                .maxOutputBytes(limit(in, "output_bytes"))
                .maxTokens(limit(in, "tokens"))
                .maxCostMicros(limit(in, "cost_micros"))
                .maxSteps(limit(in, "steps"))
                .maxStepsPerDrive(Math.toIntExact(in.number("steps_per_drive")))
                .maxChildRuns(limit(in, "child_runs"));
        return in.has("elapsed_nanos")
                ? limits.maxElapsed(Duration.ofNanos(in.number("elapsed_nanos")))
                        .build()
                : limits.build();
    }

    private static long limit(Members in, String name) {
        return in.number(name, Long.MAX_VALUE);
    }
}
