package dev.harbor.examples.harness;

import dev.harbor.examples.harness.ConfigFile.BudgetSettings;
import dev.harbor.run.BudgetLimits;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Turns what a configuration says of budgets into limits. A budget that is left out is as the runtime has it, and none but that of child runs is 0: nothing could be done with it. */
record Budgets(StrictFile file, BudgetSettings settings) {

    BudgetLimits limits() {
        BudgetLimits.Builder limits = BudgetLimits.builder();
        Duration elapsed = settings.maxElapsed();
        if (elapsed != null) {
            require("maxElapsed", !elapsed.isNegative() && !elapsed.isZero(), "must be more than zero, such as PT5M");
            limits.maxElapsed(elapsed);
        }
        limit("maxModelCalls", settings.maxModelCalls(), limits::maxModelCalls);
        limit("maxToolCalls", settings.maxToolCalls(), limits::maxToolCalls);
        limit("maxOutputBytes", settings.maxOutputBytes(), limits::maxOutputBytes);
        limit("maxTokens", settings.maxTokens(), limits::maxTokens);
        limit("maxCostMicros", settings.maxCostMicros(), limits::maxCostMicros);
        limit("maxSteps", settings.maxSteps(), limits::maxSteps);
        Integer steps = settings.maxStepsPerDrive();
        if (steps != null) {
            require(
                    "maxStepsPerDrive",
                    steps >= 1 && steps <= BudgetLimits.MAX_STEPS_PER_DRIVE,
                    "must be 1 to " + BudgetLimits.MAX_STEPS_PER_DRIVE);
            limits.maxStepsPerDrive(steps);
        }
        Long childRuns = settings.maxChildRuns();
        if (childRuns != null) {
            require("maxChildRuns", childRuns >= 0, "must be 0 or more");
            limits.maxChildRuns(childRuns);
        }
        return limits.build();
    }

    private void limit(String name, @Nullable Long limit, LongConsumer setter) {
        if (limit != null) {
            require(name, limit >= 1, "must be 1 or more; leave it out for no limit");
            setter.accept(limit);
        }
    }

    private void require(String name, boolean holds, String allowed) {
        if (!holds) {
            throw file.refuse("/budgets/" + name, allowed);
        }
    }
}
