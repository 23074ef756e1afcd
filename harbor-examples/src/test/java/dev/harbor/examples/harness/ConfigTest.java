package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigTest {

    private static final String LEAST = "{\"schemaVersion\": 1, \"workspace\": \"w\"}";

    @TempDir
    Path place;

    private Config read(String text) throws Exception {
        return Config.read(Files.writeString(place.resolve("config.json"), text));
    }

    @Test
    void config_thatSaysLittle_hasDefaults() throws Exception {
        Config config = read(LEAST);

        assertThat(config.workspace())
                .isEqualTo(place.toRealPath().resolve("w"))
                .isDirectory();
        assertThat(config.profile().name()).isEqualTo("report");
        assertThat(config.profile().version()).isEqualTo("v1");
        assertThat(config.profile().completion().mode()).isEqualTo("solution_delivered");
        assertThat(config.limits().maxToolCalls()).isEqualTo(Long.MAX_VALUE);
        assertThat(config.limits().maxElapsed()).isNull();
        assertThat(config.access().ref()).startsWith("restriction/v1:");
    }

    @Test
    void config_thatSaysAll_isTaken() throws Exception {
        Config config = read("""
                {
                  "schemaVersion": 1,
                  "workspace": "w",
                  "profile": {"name": "release", "version": "v2", "systemPrompt": "Be brief.",
                    "completion": {"mode": "pipeline_verification", "version": "v1", "parameters": {"actionType": "x"}},
                    "summaryEvidenceType": "report.summary", "maxOutputTokens": 16384},
                  "provider": {"mode": "fixture"},
                  "policy": {"mode": "restrict", "effects": ["read", "write"], "tools": ["workspace.read"], "roots": ["src"]},
                  "budgets": {"maxElapsed": "PT5M", "maxModelCalls": 1, "maxToolCalls": 2, "maxOutputBytes": 3, "maxTokens": 4,
                    "maxCostMicros": 5, "maxSteps": 6, "maxStepsPerDrive": 7, "maxChildRuns": 0}
                }
                """);

        assertThat(config.profile().completion().parameters()).containsEntry("actionType", "x");
        assertThat(config.limits().maxElapsed()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.limits().maxCostMicros()).isEqualTo(5);
        assertThat(config.limits().maxStepsPerDrive()).isEqualTo(7);
        assertThat(config.limits().maxChildRuns()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{\"schemaVersion\": 2, \"workspace\": \"w\"} | /schemaVersion must be 1",
                "{\"workspace\": \"w\"} | schemaVersion",
                "{\"schemaVersion\": 1} | workspace",
                "{\"schemaVersion\": 1, \"workspace\": \"\"} | /workspace must be a directory",
                "{\"schemaVersion\": 1, \"workspace\": \"config.json\"} | /workspace must be a directory",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"colour\": 1} | colour",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"workspace\": \"x\"} | workspace",
                "{\"schemaVersion\": 1, \"workspace\": \"w\"} {} | config.json",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"policy\": {\"modes\": 1}} | /policy/modes",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"policy\": {\"effects\": [\"delete\"]}} | /policy/effects/0",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"policy\": {\"roots\": [\"../x\"]}} | /policy/roots",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"policy\": {\"tools\": [\" \"]}} | /policy/tools/0",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"policy\": {\"mode\": \"allow-all\", \"tools\": []}} | /policy/tools",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"budgets\": {\"maxToolCalls\": 0}} | /budgets/maxToolCalls must be 1 or more",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"budgets\": {\"maxToolCalls\": 1.5}} | /budgets/maxToolCalls",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"budgets\": {\"maxChildRuns\": -1}} | /budgets/maxChildRuns must be 0 or more",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"budgets\": {\"maxElapsed\": \"-PT1S\"}} | /budgets/maxElapsed",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"budgets\": {\"maxStepsPerDrive\": 4097}} | /budgets/maxStepsPerDrive must be 1 to 4096",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"profile\": {\"version\": \"1\"}} | /profile",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"profile\": {\"maxOutputTokens\": 0}} | /profile",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"profile\": {\"completion\": {\"mode\": \"done\"}}} | action_with_verification",
                "{\"schemaVersion\": 1, \"workspace\": \"w\", \"profile\": {\"completion\": {\"version\": \"v2\"}}} | /profile",
                "[] | config.json",
                "^^ | config.json"
            })
    void config_thatIsNotAsItMustBe_isRefusedNamingFileAndPlace(String text, String where) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("config.json")
                .hasMessageContaining(where);
    }

    @Test
    void provider_thatIsNotHere_isRefusedNamingWhatIs() {
        assertThatThrownBy(() ->
                        read("{\"schemaVersion\": 1, \"workspace\": \"w\", \"provider\": {\"mode\": \"openai\"}}"))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("/provider/mode must be \"fixture\"");
    }

    @Test
    void config_thatIsRefused_makesNothing() {
        assertThatThrownBy(() -> read(LEAST.replace("1", "2"))).isInstanceOf(Refused.class);

        assertThat(place.resolve("w")).doesNotExist();
    }

    @Test
    void file_ofOneByteTooMuch_isRefused() throws Exception {
        String exact = LEAST + " ".repeat(StrictFile.MAX_BYTES - LEAST.length());

        assertThat(read(exact)).isNotNull();
        assertThatThrownBy(() -> read(exact + " "))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("1048576 bytes that are allowed");
    }

    @Test
    void file_thatIsNotThere_isRefused() {
        assertThatThrownBy(() -> Config.read(place.resolve("none.json")))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("none.json: can't be read");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "\"v1\" | \" \" | version",
                "\"desk\" | 1 | /source",
                "2026-11-30T09:00:00Z | yesterday | /occurredAt",
                "\"source\" | \"sender\" | sender",
                "\"# 1.4\\n\"} | \"# 1.4\\n\"}, \"context\": {\"a\": 1} | /context/a"
            })
    void event_thatIsNotAsItMustBe_isRefusedNamingFileAndPlace(String old, String changed, String where) {
        Desk desk = Desk.at(place);
        desk.event(old, changed);

        assertThatThrownBy(() -> EventFile.read(place.resolve("event.json")))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("event.json")
                .hasMessageContaining(where);
    }
}
