package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
                BudgetLimits.builder().maxStepsPerDrive(7).build(),
                BudgetLimits.builder().maxChildRuns(7).build());
    }

    @Test
    void limits_areEqual_whenTheyLimitTheSameToTheSame() {
        assertThat(oneOfEach()).isEqualTo(oneOfEach()).hasSameHashCodeAs(oneOfEach());
        assertThat(oneOfEach()).doesNotHaveDuplicates();
    }

    @Test
    void time_ofNothingOrMoreThanACentury_isRefused_withWhatIsAllowed() {
        for (Duration odd : List.of(
                Duration.ZERO,
                Duration.ofNanos(-1),
                BudgetLimits.MAX_ELAPSED.plusNanos(1),
                Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BudgetLimits.builder().maxElapsed(odd))
                    .withMessage("maxElapsed must be more than zero and at most PT876000H, got " + odd);
        }
        assertThat(BudgetLimits.builder()
                        .maxElapsed(BudgetLimits.MAX_ELAPSED)
                        .build()
                        .maxElapsed())
                .isEqualTo(BudgetLimits.MAX_ELAPSED);
    }
}
