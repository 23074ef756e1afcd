package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.examples.Child;
import dev.harbor.examples.harness.Desk.Ran;
import dev.harbor.json.Json;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness in processes of its own. */
final class HarnessProcessTest {

    /** Newer JVMs warn on the error stream when the driver of SQLite loads its library. */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SECRET = "s3cr3t-" + "9xQ7".repeat(8);

    @TempDir
    Path place;

    private Desk desk;

    @BeforeEach
    void open() {
        desk = Desk.at(place);
    }

    private Child harness(Map<String, String> environment, String... arguments) throws Exception {
        return Child.run(
                Child.java(Harness.class, List.of("-Duser.language=tr", NATIVE_ACCESS), arguments), environment, place);
    }

    @Test
    void process_ofWriteAndVerify_endsInActionVerified_underTheDefaultState() throws Exception {
        Child child = harness(Map.of(), "run", "--config", "config.json", "--event", "event.json");

        assertThat(child.err()).isEmpty();
        assertThat(child.exitCode()).isZero();
        Json run = Json.parse(child.out());
        assertThat(run.at("/run/reason")).contains(Json.of("action_verified"));
        assertThat(run.at("/run/budget/used/steps")).contains(Json.of(3));
        assertThat(run.at("/run/budget/used/toolCalls")).contains(Json.of(2));
        assertThat(Modes.of(place.resolve(".harbor"))).isEqualTo("rwx------");
        assertThat(place.resolve(".harbor/runs/journal.db")).isRegularFile();
        assertThat(desk.written()).hasContent(Desk.CONTENT);
    }

    @Test
    void process_thatIsMisused_endsWithTwo() throws Exception {
        Child child = harness(Map.of(), "run");

        assertThat(child.exitCode()).isEqualTo(2);
        assertThat(child.out()).isEmpty();
        assertThat(child.err()).startsWith("harness: ");
    }

    @Test
    void process_underPosixLocale_printsUtf8() throws Exception {
        desk.event("# 1.4\\n", "caf\u00e9 \u4e16\u754c\\n");

        Child child = harness(Map.of("LC_ALL", "POSIX"), "run", "--config", "config.json", "--event", "event.json");

        assertThat(child.exitCode()).isZero();
        assertThat(child.out()).contains("caf\u00e9 \u4e16\u754c");
        assertThat(desk.written()).usingCharset(StandardCharsets.UTF_8).hasContent("caf\u00e9 \u4e16\u754c\n");
    }

    @Test
    void secret_inTheEnvironment_appearsNowhere() throws Exception {
        Map<String, String> environment = Map.of("HARNESS_API_KEY", SECRET, "OPENAI_API_KEY", SECRET);

        Child ran = harness(environment, "run", "--config", "config.json", "--event", "event.json");
        Child refused = harness(environment, "run", "--config", "config.json", "--event", "event.json");
        Child listed = harness(environment, "list");

        assertThat(ran.exitCode()).isZero();
        assertThat(Stream.of(ran, refused, listed).map(each -> each.out() + each.err()))
                .noneMatch(text -> text.contains(SECRET));
        try (Stream<Path> all = Files.walk(place)) {
            assertThat(all.filter(Files::isRegularFile))
                    .hasSizeGreaterThan(3)
                    .noneMatch(file -> content(file).contains(SECRET));
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void process_killedInAWrite_leavesADoubt_thatIsResolved_andTheRunGoesOn() throws Exception {
        kill(hold(WorkspaceTools.WRITE));

        Ran killed = desk.command("inspect", "--run-id", desk.runId());
        assertThat(killed.text("/run/state")).isEqualTo("running");
        assertThat(killed.text("/invocations/0/state")).isEqualTo("pending");
        assertThat(desk.written()).hasContent(Desk.CONTENT);

        // The run belongs to the dead process until its claim has run out.
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> resolve().exitCode() == 0);
        Child resumed = harness(Map.of(), desk.arguments("--resume", "--state-dir", "state"));

        assertThat(resumed.err()).isEmpty();
        assertThat(resumed.exitCode()).isZero();
        Json run = Json.parse(resumed.out());
        assertThat(run.at("/run/reason")).contains(Json.of("action_verified"));
        assertThat(run.at("/invocations").orElseThrow().elements())
                .extracting(call -> call.get("tool").orElseThrow().asString())
                .containsExactly("workspace.write@v1", "workspace.verify@v1");
        assertThat(run.at("/invocations/0/resolution/actor")).contains(Json.of("ada"));
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
    void process_killedInAWrite_canBeCancelledAtOnce() throws Exception {
        kill(hold(WorkspaceTools.WRITE));

        Ran cancelled = desk.command("cancel", "--run-id", desk.runId(), "--reason", "its machine is gone");

        assertThat(cancelled.text("/run/reason")).isEqualTo("unknown_write_outcome");
        assertThat(cancelled.err()).contains("harness resolve --run-id " + desk.runId() + " --invocation-id c1");
        assertThat(resolve().exitCode()).isZero();
        assertThat(desk.run("--resume").text("/run/state")).isEqualTo("cancelled");
    }

    @Test
    void process_thatIsToldToEnd_leavesItsRun_saysSo_andAnotherGoesOn() throws Exception {
        Process held = hold(WorkspaceTools.VERIFY);

        held.destroy();

        assertThat(held.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(held.exitValue()).isNotZero();
        assertThat(Json.parse(Files.readString(place.resolve("out"))).at("/run/state"))
                .contains(Json.of("running"));
        assertThat(place.resolve("err")).content().startsWith("harness: run is not being driven");
        Ran resumed = desk.run("--resume");
        assertThat(resumed.exitCode()).isZero();
        assertThat(resumed.text("/run/reason")).isEqualTo("action_verified");
        assertThat(resumed.text("/invocations/1/state")).isEqualTo("interrupted");
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    /** Starts the harness and waits until a tool has done its work, which nobody has heard of then. */
    private Process hold(String tool) throws IOException {
        Path mark = place.resolve("mark");
        List<String> options =
                List.of(NATIVE_ACCESS, "-D" + HeldHarness.TOOL + "=" + tool, "-D" + HeldHarness.MARK + "=" + mark);
        List<String> command =
                new ArrayList<>(Child.java(HeldHarness.class, options, desk.arguments("--state-dir", "state")));
        Process process = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectOutput(file("out"))
                .redirectError(file("err"))
                .start();
        await().atMost(PATIENCE).until(() -> Files.exists(mark) || !process.isAlive());
        assertThat(mark).as(content(place.resolve("err"))).exists();
        return process;
    }

    private File file(String name) {
        return place.resolve(name).toFile();
    }
}
