package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ConfigurationDriftTest {

    private static final CompletionContract CONTRACT = CompletionContract.of(CompletionContract.OBSERVED_REMOTE_BRANCH);
    private static final BudgetLimits LIMITS =
            BudgetLimits.builder().maxTokens(9).build();

    @Test
    void drift_namesWhatChanged_whatCame_andWhatWent_inOrder() {
        Map<String, String> was = ConfigurationDigest.facts(null, CONTRACT, "one", LIMITS);
        Map<String, String> is = ConfigurationDigest.facts(
                null,
                CONTRACT.with(CompletionContract.ARTIFACT_TYPE, "scm.tag"),
                "",
                BudgetLimits.builder().maxTokens(9).maxToolCalls(4).build());

        assertThat(ConfigurationDrift.between(was, is))
                .containsExactly(
                        new ConfigurationDrift("access", "one", ""),
                        new ConfigurationDrift("completion.artifactType", "scm.branch", "scm.tag"),
                        new ConfigurationDrift("limits.maxToolCalls", "", "4"));
    }

    @Test
    void drift_ofEqualConfigurations_isNone() {
        assertThat(ConfigurationDrift.between(
                        ConfigurationDigest.facts(null, CONTRACT, "one", LIMITS),
                        ConfigurationDigest.facts(
                                null, CONTRACT.with(CompletionContract.ARTIFACT_TYPE, "scm.branch"), "one", LIMITS)))
                .isEmpty();
    }

    @Test
    void drift_readsAsASentence() {
        assertThat(new ConfigurationDrift("limits.maxTokens", "9", ""))
                .hasToString("limits.maxTokens was '9' and is ''");
    }
}
