package dev.harbor.planner;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import java.util.List;
import java.util.Set;

/**
 * Tells a model how many of its answers in a row asked for what can't be: unknown tools, or arguments that don't fit. It is read off the steps, so that it
 * begins anew with the first good call and never crosses from one run to another.
 *
 * @param faults how many answers in a row
 */
record Guidance(int faults) {

    private static final Set<String> FAULTS =
            Set.of(ErrorCode.INVALID_ARGUMENTS.value(), ErrorCode.TOOL_NOT_FOUND.value());

    static Guidance of(Trajectory trajectory) {
        List<Trajectory.Step> steps = trajectory.steps();
        int faults = 0;
        while (faults < steps.size() && isFaulty(steps.get(steps.size() - 1 - faults))) {
            faults++;
        }
        return new Guidance(faults);
    }

    private static boolean isFaulty(Trajectory.Step step) {
        List<Observation> calls = step.observations().stream()
                .filter(seen -> !seen.tool().isEmpty())
                .toList();
        return !calls.isEmpty() && calls.stream().allMatch(Guidance::isFaulty);
    }

    private static boolean isFaulty(Observation seen) {
        return seen.status().equals("failed")
                && seen.content()
                        .at("/error/code")
                        .filter(code -> code.kind() == Json.Kind.STRING)
                        .filter(code -> FAULTS.contains(code.asString()))
                        .isPresent();
    }

    /** Returns how loud it is; empty when there is nothing to say. */
    String tier() {
        return switch (Math.min(faults, 3)) {
            case 0 -> "";
            case 1 -> "reminder";
            case 2 -> "warning";
            default -> "critical";
        };
    }

    /** Returns what the model is told; empty when there is nothing to say. */
    String text() {
        return switch (Math.min(faults, 3)) {
            case 0 -> "";
            case 1 ->
                "Reminder: the last call was refused. Call only tools that are listed, with arguments that fit their schema.";
            case 2 ->
                "Warning: two answers in a row asked for calls that were refused. Read what was wrong, and the schema, before you call again.";
            default ->
                "Critical: " + faults
                        + " answers in a row asked for calls that were refused. Do something else, or finish with reason no_path.";
        };
    }
}
