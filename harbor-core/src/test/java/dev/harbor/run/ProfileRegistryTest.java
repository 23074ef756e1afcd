package dev.harbor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.plan.Instructions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ProfileRegistryTest {

    private static final Profile REPORT = new Named("report", "v1", CompletionContract.of("mode"));
    private static final Profile REPORT_2 = new Named("report", "v2", CompletionContract.of("mode"));

    @Test
    void profile_isFoundByExactlyItsNameAndVersion() {
        ProfileRegistry registry = ProfileRegistry.of(REPORT, REPORT_2);

        assertThat(registry.find("report", "v1")).containsSame(REPORT);
        assertThat(registry.require("report", "v2")).isSameAs(REPORT_2);
        assertThat(registry.find("report", "v3")).isEmpty();
        assertThat(registry.find("report", "")).isEmpty();
        assertThat(registry.find("Report", "v1")).isEmpty();
        assertThat(ProfileRegistry.of().find("report", "v1")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"report, v3", "reports, v1", "report, latest", "'', ''"})
    void profile_thatIsNotThere_isRefusedNamingIt_andWhatIs(String name, String version) {
        ProfileRegistry registry = ProfileRegistry.of(REPORT_2, REPORT);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> registry.require(name, version))
                .withMessageContaining(name + "@" + version)
                .withMessageContaining("[report@v1, report@v2]");
    }

    @Test
    void profile_registeredTwice_isRefused() {
        Profile twin = new Named("report", "v1", CompletionContract.of("other"));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ProfileRegistry.of(REPORT, REPORT_2, twin))
                .withMessageContaining("report@v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0", "v01", "1", "V1", "latest", ""})
    void profile_withoutVersion_isRefused(String version) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ProfileRegistry.of(new Named("report", version, CompletionContract.of("mode"))))
                .withMessageContaining("'report'");
    }

    @Test
    void profile_withoutName_isRefused() {
        for (String name : List.of("", " ", "n".repeat(257))) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> ProfileRegistry.of(new Named(name, "v1", CompletionContract.of("mode"))));
        }
        assertThat(ProfileRegistry.of(new Named("n".repeat(256), "v1", CompletionContract.of("mode")))
                        .find("n".repeat(256), "v1"))
                .isPresent();
    }

    @Test
    void profile_withoutContract_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ProfileRegistry.of(new Named("report", "v1", null)))
                .withMessageContaining("'report'")
                .withMessageContaining("contract");
    }

    @Test
    void profile_thatIsNull_isRefused() {
        assertThatNullPointerException().isThrownBy(() -> ProfileRegistry.of(REPORT, null));
    }

    @Test
    void profile_tellsTheModelNothing_unlessItSaysSo() throws Exception {
        assertThat(REPORT.prepare(null)).isEqualTo(Instructions.NONE);
    }

    private record Named(
            String name, String version, @Nullable CompletionContract completion) implements Profile {

        @Override
        public Interpretation interpret(Json answer) {
            return new Interpretation(List.of(), answer, true);
        }
    }
}
