package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BudgetLimitsTest {

    private static List<BudgetLimits> oneOfEach() {
        return List.of(
                BudgetLimits.defaults(),
                BudgetLimits.builder().maxElapsed(Duration.ofSeconds(7)).build(),
                BudgetLimits.builder().maxModelCalls(7).build(),
                BudgetLimits.builder().maxToolCalls(7).build(),
                BudgetLimits.builder().maxOutputBytes(7).build(),
                BudgetLimits.builder().maxTokens(7).build(),
                BudgetLimits.builder().maxCostMicros(7).build(),
                BudgetLimits.builder().maxSteps(7).build(),
                BudgetLimits.builder().maxStepsPerDrive(7).build());
    }

    @Test
    void limits_areEqual_whenTheyLimitTheSameToTheSame() {
        assertThat(oneOfEach()).isEqualTo(oneOfEach()).hasSameHashCodeAs(oneOfEach());
        assertThat(oneOfEach()).doesNotHaveDuplicates();
    }
}
