package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.harness.Desk.Ran;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunCommandTest {

    private static final Interference IN_DOUBT = context -> {
        throw ToolFailed.inDoubt("the answer got lost", null);
    };

    @TempDir
    Path place;

    private Desk desk;

    @BeforeEach
    void open() {
        desk = Desk.at(place);
    }

    @Test
    void run_ofWriteAndVerify_endsInActionVerified() {
        Ran ran = desk.run();

        assertThat(ran.err()).isEmpty();
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.text("/run/id")).isEqualTo(desk.runId());
        assertThat(ran.text("/run/state")).isEqualTo("succeeded");
        assertThat(ran.text("/run/reason")).isEqualTo("action_verified");
        assertThat(ran.json().at("/run/budget/used/steps")).contains(Json.of(3));
        assertThat(ran.json().at("/run/budget/used/toolCalls")).contains(Json.of(2));
        assertThat(ran.text("/evidence/0/externalId")).isEqualTo(Desk.EXTERNAL_ID);
        assertThat(desk.written()).hasContent(Desk.CONTENT);
    }

    @Test
    void run_ofTheSameEvent_isRefusedWithAHint() {
        desk.run();

        Ran again = desk.run();

        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.out()).isEmpty();
        assertThat(again.err())
                .startsWith("harness: there is a run of this event already, " + desk.runId())
                .contains("--resume");
    }

    @Test
    void resume_ofNothing_isRefused_andMakesNothing() {
        Ran ran = desk.run("--resume");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).startsWith("harness: --resume cannot create");
        assertThat(desk.state()).doesNotExist();
    }

    @Test
    void resume_ofAnEndedRun_printsTheSame() {
        Ran first = desk.run();

        Ran again = desk.run("--resume");

        assertThat(again).isEqualTo(first);
    }

    @Test
    void resume_ofAnEndedRun_underAnotherConfiguration_printsTheSame() {
        Ran first = desk.run();
        desk.config("\"maxToolCalls\": 8", "\"maxToolCalls\": 9");

        assertThat(desk.run("--resume")).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"read\", \"write\"] | [\"write\"] | access was",
                "\"workspace\": \"workspace\" | \"workspace\": \"elsewhere\" | access was",
                "\"profile\": { | \"profile\": {\"systemPrompt\": \"Be brief.\", | access was",
                "\"profile\": { | \"profile\": {\"version\": \"v2\", | profile was 'report@v1' and is 'report@v2'"
            })
    void resume_underAnotherConfiguration_isRefusedNamingWhatDiffers(String old, String changed, String what) {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));
        resolve();
        desk.config(old, changed);

        Ran refused = desk.run("--resume");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains(what).contains("--accept-drift REASON --actor NAME");
        assertThat(desk.run("--resume", "--accept-drift", "agreed", "--actor", "ada")
                        .err())
                .doesNotContain("not resumed");
    }

    @Test
    void resume_underOtherLimits_isRefusedNamingThem_whoeverAcceptsIt() {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));
        resolve();
        desk.config("\"maxToolCalls\": 8", "\"maxToolCalls\": 9");

        Ran refused = desk.run("--resume", "--accept-drift", "agreed", "--actor", "ada");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("limits.maxToolCalls was '8' and is '9'");
    }

    @Test
    void resume_underAnEquivalentConfiguration_goesOn() {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));
        resolve();
        desk.write("config.json", """
                {"budgets": {"maxToolCalls": 8.0, "maxTokens": null, "maxStepsPerDrive": 32},
                 "policy": {"effects": ["write", "read", "read"], "tools": [], "roots": ["."], "mode": "restrict"},
                 "provider": {"mode": "fixture"}, "workspace": "./workspace/",
                 "profile": {"completion": {"parameters": {"actionType": "action"}, "mode": "action_with_verification"}},
                 "schemaVersion": 1}
                """);

        Ran ran = desk.run("--resume");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.exitCode()).isZero();
    }

    @Test
    void write_inDoubt_makesTheRunWait_andSaysWhatToDo() {
        Ran ran = desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.text("/run/state")).isEqualTo("waiting");
        assertThat(ran.text("/run/reason")).isEqualTo("unknown_write_outcome");
        assertThat(ran.err())
                .contains("harness: run is waiting for an operator to resolve workspace.write@v1 (c1)")
                .contains("harness: harness resolve --run-id " + desk.runId() + " --invocation-id c1");
        assertThat(ran.err().lines()).allMatch(line -> line.startsWith("harness: "));
    }

    @Test
    void resume_whileInDoubt_callsNothing() {
        Ran first = desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));

        assertThat(desk.run("--resume")).isEqualTo(first);
    }

    @Test
    void write_resolvedWithEvidence_isVerified_andNotRepeated() {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));

        Ran resolved = resolve();
        assertThat(resolved.err()).isEmpty();
        Ran ran = desk.run("--resume");

        assertThat(resolved.text("/run/state")).isEqualTo("running");
        assertThat(resolved.text("/invocations/0/resolution/actor")).isEqualTo("ada");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.text("/run/reason")).isEqualTo("action_verified");
        assertThat(ran.json().at("/invocations").orElseThrow().elements())
                .extracting(call -> call.get("tool").orElseThrow().asString())
                .containsExactly("workspace.write@v1", "workspace.verify@v1");
    }

    @Test
    void write_resolvedAsFailed_isMadeAnew() {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));
        desk.command(
                "resolve", "--run-id", desk.runId(), "--invocation-id", "c1", "--state", "failed", "--actor", "ada");

        Ran ran = desk.run("--resume");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.json().at("/invocations").orElseThrow().elements()).hasSize(3);
    }

    private Ran resolve() {
        return desk.command(
                "resolve",
                "--run-id",
                desk.runId(),
                "--invocation-id",
                "c1",
                "--state",
                "succeeded",
                "--actor",
                "ada",
                "--evidence-json",
                "[{\"type\": \"action\", \"provenance\": \"observed\", \"externalId\": \"" + Desk.EXTERNAL_ID
                        + "\", \"data\": {\"seen\": true}}]");
    }

    @Test
    void write_thatIsDenied_isReported_andTheRunWaitsForEvidence() {
        desk.config(
                "\"effects\": [\"read\", \"write\"]", "\"effects\": [\"read\", \"write\"], \"roots\": [\"public\"]");

        Ran ran = desk.run();

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.text("/invocations/0/state")).isEqualTo("rejected");
        assertThat(ran.text("/invocations/0/code")).isEqualTo("path_denied");
        assertThat(ran.text("/run/result/summary")).startsWith("Refused: workspace.write");
        assertThat(ran.err())
                .contains("run is waiting for what its completion contract asks for:"
                        + " linked_observed_action_and_verification_required");
        assertThat(desk.written()).doesNotExist();
    }

    @Test
    void run_thatWaitsForEvidence_goesOnWithNewInput() {
        desk.config("\"effects\": [\"read\", \"write\"]", "\"effects\": [\"read\"]");
        Ran refused = desk.run();
        Desk.at(place);

        Ran ran = desk.run(
                "--resume", "--input-json", "\"try again\"", "--accept-drift", "it may write", "--actor", "ada");

        assertThat(refused.text("/run/result/summary")).contains("is not among the tools that this run may see");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.text("/run/reason")).isEqualTo("action_verified");
    }

    @Test
    void run_overItsBudget_failsAndIsPrinted() {
        desk.config("\"maxToolCalls\": 8", "\"maxToolCalls\": 1");

        Ran ran = desk.run();

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.text("/run/reason")).isEqualTo("tool_budget_exhausted");
        assertThat(ran.err()).isEqualTo("harness: run is failed: tool_budget_exhausted" + System.lineSeparator());
    }

    @Test
    void run_thatHasNothingToDo_delivers() {
        desk.config("action_with_verification", "solution_delivered");
        desk.event("Write the release note into the workspace and verify it", "Say hello");

        assertThat(desk.run().text("/run/reason")).isEqualTo("solution_delivered");
    }

    @Test
    void event_withASecret_isPrintedWithoutIt() {
        String secret = "sk-" + "a1B2".repeat(10);
        desk.event("# 1.4\\n", "the key is " + secret);

        Ran ran = desk.run();

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.out() + ran.err()).doesNotContain(secret);
    }

    @Test
    void state_isPrivate() throws Exception {
        desk.run();

        try (Stream<Path> all = Files.walk(desk.state())) {
            assertThat(all.sorted(Comparator.naturalOrder()))
                    .hasSizeGreaterThanOrEqualTo(4)
                    .allSatisfy(each ->
                            assertThat(Modes.of(each)).isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------"));
        }
    }
}
