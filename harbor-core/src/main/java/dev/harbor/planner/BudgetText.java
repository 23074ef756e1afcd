package dev.harbor.planner;

import dev.harbor.plan.BudgetLeft;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what is left of a budget, in words. */
final class BudgetText {

    private BudgetText() {}

    /** Returns one line, or an empty text when nothing is limited. Child runs are of interest to those who may spawn some. */
    static String of(BudgetLeft left, boolean spawns) {
        List<String> parts = new ArrayList<>();
        add(parts, left.steps(), "answers");
        add(parts, left.modelCalls(), "model calls");
        add(parts, left.toolCalls(), "tool calls");
        add(parts, left.tokens(), "tokens");
        add(parts, left.outputBytes(), "bytes of results");
        add(parts, spawns ? left.childRuns() : null, "tasks");
        Duration elapsed = left.elapsed();
        if (elapsed != null) {
            parts.add(elapsed.toSeconds() + " seconds");
        }
        return parts.isEmpty() ? "" : "Left of the budget: " + String.join(", ", parts) + '.';
    }

    private static void add(List<String> parts, @Nullable Long count, String what) {
        if (count != null) {
            parts.add(count + " " + what);
        }
    }
}
