package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.harness.Desk.Ran;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HarnessTest {

    private static final Interference IN_DOUBT = context -> {
        throw ToolFailed.inDoubt("the answer got lost", null);
    };
    private static final String UNKNOWN_RUN = "0123456789abcdef".repeat(2);

    @TempDir
    Path place;

    private Desk desk;

    @BeforeEach
    void open() {
        desk = Desk.at(place);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "drive",
                "run",
                "run --config a.json",
                "run --config a.json --event b.json --colour",
                "run --config a.json --event b.json --input-json 1",
                "run --config a.json --event b.json --accept-drift why --actor ada",
                "run --config a.json --event b.json --resume --accept-drift why",
                "run --config a.json --event b.json --resume --actor ada",
                "inspect",
                "inspect --run-id 12",
                "inspect --run-id 0123456789ABCDEF0123456789ABCDEF",
                "resolve --run-id 0123456789abcdef0123456789abcdef --invocation-id c1 --actor ada",
                "resolve --run-id 0123456789abcdef0123456789abcdef --invocation-id c1 --actor ada --state unknown",
                "resolve --run-id 0123456789abcdef0123456789abcdef --invocation-id c1 --state failed",
                "resolve --run-id 0123456789abcdef0123456789abcdef --invocation-id c1 --state failed --actor ada"
                        + " --output-json 1 --output-file a.json",
                "cancel --run-id 0123456789abcdef0123456789abcdef",
                "list --state asleep"
            })
    void misuse_isToldOnTheErrorStream_andEndsWithTwo(String line) {
        Ran ran = Desk.bare(WorkspaceTools::of, line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err().lines()).hasSizeGreaterThanOrEqualTo(2).allMatch(each -> each.startsWith("harness: "));
        assertThat(ran.err()).contains("--help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "inspect -h", "resolve --help", "list --help", "cancel --help"})
    void help_isPrinted(String line) {
        Ran ran = Desk.bare(WorkspaceTools::of, line.split(" "));

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("Usage: harness");
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "inspect", "cancel --reason none"})
    void command_overNoState_isRefused_andMakesNothing(String line) {
        String[] arguments = (line.equals("list") ? line : line + " --run-id " + UNKNOWN_RUN).split(" ");

        Ran ran = desk.command(arguments);

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).startsWith("harness: no runs are kept in " + desk.state());
        assertThat(desk.state()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "cancel --reason none", "resolve --invocation-id c1 --state failed --actor ada"})
    void command_onAnUnknownRun_isRefused(String line) {
        desk.run();

        Ran ran = desk.command((line + " --run-id " + UNKNOWN_RUN).split(" "));

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).startsWith("harness: there is no run " + UNKNOWN_RUN);
    }

    @Test
    void list_showsRuns_andThoseInAState() {
        desk.run();
        desk.event("ticket-17", "ticket-18");
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));

        assertThat(desk.command("list").json().elements()).hasSize(2);
        assertThat(desk.command("list", "--state", "waiting").json().elements())
                .singleElement()
                .satisfies(run -> assertThat(run.get("id")).contains(Json.of(desk.runId())));
        assertThat(desk.command("list", "--state", "failed").json().elements()).isEmpty();
    }

    @Test
    void inspect_printsWhatRunPrinted() {
        Ran ran = desk.run();

        Ran inspected = desk.command("inspect", "--run-id", desk.runId());

        assertThat(inspected.exitCode()).isZero();
        assertThat(inspected.json()).isEqualTo(ran.json());
        assertThat(inspected.text("/trajectory/decisions/0/decision")).isEqualTo("call workspace.write");
        assertThat(inspected.text("/trajectory/decisions/0/observed/0/id")).isEqualTo("c1");
    }

    @Test
    void inspect_writesAPageThatIsPrivate() {
        desk.run();
        Path page = place.resolve("page.html");

        desk.command("inspect", "--run-id", desk.runId(), "--html", page.toString());

        assertThat(page).content().contains("<h1>Write the release note", "action_verified");
        assertThat(Modes.of(page)).isEqualTo("rw-------");
    }

    private String pauseThatWaits() {
        desk.config("\"write\"]", "\"write\"], \"ask\": [\"write\"]");
        Ran waiting = desk.run();
        assertThat(waiting.exitCode()).isEqualTo(1);
        assertThat(waiting.err()).contains("run is waiting for a person to decide about workspace.write@v1");
        Ran inspected = desk.command("inspect", "--run-id", desk.runId());
        assertThat(inspected.text("/pauses/0/tool")).isEqualTo("workspace.write@v1");
        assertThat(inspected.text("/pauses/0/arguments/path")).isEqualTo("notes/release.md");
        assertThat(Files.exists(desk.written())).isFalse();
        return inspected.text("/pauses/0/id");
    }

    @Test
    void approve_letsTheRunGoOn_once() {
        String pause = pauseThatWaits();

        Ran approved = desk.command("approve", "--pause-id", pause, "--actor", "ada");

        assertThat(approved.exitCode()).isZero();
        assertThat(approved.text("/run/reason")).isEqualTo("pause_resolved");
        assertThat(Files.exists(desk.written())).isFalse();
        assertThat(desk.run("--resume").exitCode()).isZero();
        assertThat(desk.written()).content().isEqualTo(Desk.CONTENT);
        Ran again = desk.command("reject", "--pause-id", pause, "--actor", "eve");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).contains("resolved before, with approve");
    }

    @Test
    void reject_isADenial_thatTheRunGoesOnWith() {
        String pause = pauseThatWaits();

        Ran rejected = desk.command("reject", "--pause-id", pause, "--actor", "ada", "--note", "not today");

        assertThat(rejected.exitCode()).isZero();
        desk.run("--resume");
        assertThat(Files.exists(desk.written())).isFalse();
        Ran inspected = desk.command("inspect", "--run-id", desk.runId());
        assertThat(inspected.text("/invocations/0/code")).isEqualTo("approval_rejected");
        assertThat(inspected.text("/invocations/0/output/denied/message")).contains("not today");
    }

    @Test
    void decision_aboutNothing_isRefused() {
        desk.run();

        Ran ran = desk.command("approve", "--pause-id", desk.runId() + ".0", "--actor", "ada");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).contains("there is no such pause");
        Ran odd = desk.command("approve", "--pause-id", "x.0", "--actor", "ada", "--arguments-json", "{");
        assertThat(odd.exitCode()).isEqualTo(1);
    }

    @Test
    void cancel_endsARunThatWaits() {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));

        Ran ran = desk.command("cancel", "--run-id", desk.runId(), "--reason", "not wanted any more");

        assertThat(ran.exitCode()).isZero();
        assertThat(ran.text("/run/state")).isEqualTo("cancelled");
        assertThat(desk.run("--resume").exitCode()).isEqualTo(1);
    }

    @Test
    void cancel_ofAnEndedRun_changesNothing() {
        desk.run();

        Ran ran = desk.command("cancel", "--run-id", desk.runId(), "--reason", "too late");

        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).contains("run is succeeded: action_verified");
    }

    @Test
    void resolve_succeedsOnce() {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));
        Ran first = resolve("--state", "succeeded", "--output-json", "{\"n\": 1.10}");

        Ran second = resolve("--state", "failed");

        assertThat(first.exitCode()).isZero();
        assertThat(first.out()).contains("\"n\": 1.10");
        assertThat(second.exitCode()).isEqualTo(1);
        assertThat(second.out()).isEmpty();
        assertThat(second.err()).contains("c1");
    }

    @Test
    void resolve_withWhatIsNotOneValue_isRefused() throws Exception {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));
        Path file = Files.writeString(place.resolve("output.json"), "{} {}");

        assertThat(resolve("--state", "succeeded", "--output-json", "1 2").exitCode())
                .isEqualTo(1);
        assertThat(resolve("--state", "succeeded", "--output-file", file.toString()))
                .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(1))
                .satisfies(ran -> assertThat(ran.err()).contains("output.json"));
        assertThat(resolve("--state", "succeeded", "--evidence-json", "[{\"type\": \"action\"}]")
                        .err())
                .contains("--evidence-json")
                .contains("provenance");
        assertThat(resolve("--state", "succeeded", "--evidence-json", "[{\"type\":\"a\",\"provenance\":\"model\"}]")
                        .err())
                .contains("/0/provenance");
        assertThat(desk.command("inspect", "--run-id", desk.runId()).text("/run/state"))
                .isEqualTo("waiting");
    }

    private Ran resolve(String... more) {
        String[] all = new String[more.length + 7];
        System.arraycopy(
                new String[] {"resolve", "--run-id", desk.runId(), "--invocation-id", "c1", "--actor", "ada"},
                0,
                all,
                0,
                7);
        System.arraycopy(more, 0, all, 7, more.length);
        return desk.command(all);
    }
}
