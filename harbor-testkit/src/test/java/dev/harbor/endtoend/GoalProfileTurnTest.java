package dev.harbor.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.plan.Instructions;
import dev.harbor.run.GoalProfile;
import dev.harbor.testkit.FakePlanContext;
import org.junit.jupiter.api.Test;

final class GoalProfileTurnTest {

    private final FakePlanContext context =
            FakePlanContext.builder("Compare the contracts").build();

    @Test
    void turn_hasThePrompt_theGoal_andTemperatureZero() {
        assertThat(GoalProfile.builder("report", "v1", "You write reports.")
                        .build()
                        .prepare(context))
                .isEqualTo(new Instructions("You write reports.", "Compare the contracts", 4096, 0));
    }

    @Test
    void turn_hasTheTokensThatWereSet() {
        assertThat(GoalProfile.builder("report", "v1", "You write reports.")
                        .maxOutputTokens(17)
                        .build()
                        .prepare(context)
                        .maxOutputTokens())
                .isEqualTo(17);
    }
}
