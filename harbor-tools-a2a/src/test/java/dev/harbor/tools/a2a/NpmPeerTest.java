package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.error.ErrorCode;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.ErrorClass;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Talks to an agent on the JavaScript SDK, which this fetches by npm and starts; run by {@code -Pinterop}. */
@Tag("interop")
final class NpmPeerTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    @TempDir
    static Path folder;

    @BeforeAll
    static void install() throws Exception {
        Npm.install(folder, "peer.mjs");
    }

    static Stream<FakeAgent.Speech> speeches() {
        FakeAgent.Speech oldRest = new FakeAgent.Speech(ProtocolVersion.V0_3, BindingKind.HTTP_JSON, true);
        return Stream.concat(ResultTest.speeches(), Stream.of(oldRest, oldRest.polled()));
    }

    /** Is a process of Node that serves an agent, and a runtime that has it as a source. */
    private static final class Peer implements AutoCloseable {

        private final Process process;
        private final String base;
        private final World world;

        private Peer(Process process, UnaryOperator<A2aTools.Builder> more) throws IOException {
            this.process = process;
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = lines.readLine();
            assertThat(line).startsWith("PORT ");
            base = "http://127.0.0.1:" + line.substring("PORT ".length());
            world = World.of(base + "/agents/js", more, host -> host.journal(InMemoryJournal.create()));
        }

        static Peer start(FakeAgent.Speech speech) throws IOException {
            return start(speech, builder -> builder);
        }

        static Peer start(FakeAgent.Speech speech, UnaryOperator<A2aTools.Builder> more) throws IOException {
            Process process = new ProcessBuilder(
                            "node",
                            "peer.mjs",
                            speech.version().text(),
                            speech.binding().text(),
                            String.valueOf(speech.streaming()))
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                return new Peer(process, more);
            } catch (Throwable e) {
                process.destroyForcibly();
                throw e;
            }
        }

        List<Json> executions() throws Exception {
            return get("/executions").elements();
        }

        Json get(String path) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
            return Json.parse(HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body());
        }

        RunResult resolve(String token, Object answer) {
            return world.ada()
                    .resolvePause(token, Resolution.resume("ada", Json.of(answer)))
                    .run()
                    .await(BOUND);
        }

        @Override
        public void close() {
            world.close();
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void results_ofEveryKind_comeOver(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech)) {
            Json parts = peer.world.result("parts");
            Json file = peer.world.result("file 300").at("/files/0").orElseThrow();
            Json huge = peer.world.result("huge 300");

            assertThat(World.text(peer.world.result("message hello you"))).isEqualTo("hello you");
            assertThat(World.text(parts)).isEqualTo("words");
            assertThat(peer.world.stored(parts.at("/files/0").orElseThrow())).isEqualTo("bytes of a file");
            assertThat(parts.at("/links/0/url").orElseThrow().asString()).isEqualTo("https://files.example/x.pdf");
            assertThat(parts.at("/data/0/answer").orElseThrow().asInt()).isEqualTo(42);
            assertThat(World.text(peer.world.result("chunks"))).isEqualTo("hello world");
            assertThat(World.text(peer.world.result("status done"))).isEqualTo("done");
            assertThat(World.text(peer.world.result("empty"))).isEqualTo("(completed, no output)");
            assertThat(file.get("size_bytes").orElseThrow().asLong()).isEqualTo(300 * 1024);
            assertThat(huge.at("/files/0/size_bytes").orElseThrow().asLong()).isEqualTo(300 * 1024);
            assertThat(peer.executions()).hasSize(7).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void failures_areErrors(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech)) {
            ToolError failed = peer.world.error("fail");
            ToolError rejected = peer.world.error("reject");

            assertThat(failed.code()).isEqualTo(Failures.FAILED);
            assertThat(failed.message()).contains("the oven broke", "sha256:");
            assertThat(rejected.code()).isEqualTo(Failures.REJECTED);
            assertThat(rejected.message()).contains("not my job");
            assertThat(List.of(failed.errorClass(), rejected.errorClass())).containsOnly(ErrorClass.PERMANENT);
            assertThat(peer.executions()).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void questions_pause_inAsManyRoundsAsItTakes(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech)) {
            ToolOutcome.Paused<Json> asked = (ToolOutcome.Paused<Json>) peer.world.say("ask");
            RunResult again = peer.resolve(asked.token(), "maybe");
            RunResult end = peer.resolve(again.tokens().get(0), "red");

            assertThat(asked.reason()).contains("which colour?");
            assertThat(end.result().toString()).contains("painted red");
            assertThat(peer.executions()).hasSize(3).doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void authorisation_pauses_andTheTaskGoesOn(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech)) {
            ToolOutcome.Paused<Json> waits = (ToolOutcome.Paused<Json>) peer.world.say("auth");
            assertThat(waits.reason()).contains("log in at the desk");
            peer.get("/login");
            RunResult end = peer.resolve(waits.token(), null);

            assertThat(end.result().toString()).contains("you are in");
            assertThat(peer.executions()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void longTask_thatIsCancelled_isStopped(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech)) {
            CallHandle<Json> call = peer.world.ada().submit("a_do", Json.of(Map.of("message", "slow")));
            await().atMost(BOUND).until(() -> peer.executions().size() == 1);
            // From here on the task is known, since the agent says that it works on it.
            await().atMost(BOUND).until(() -> !speech.streaming() || isWorking(peer));
            call.cancel("enough");

            assertThat(World.error(call.await(BOUND).orElseThrow()).code()).isEqualTo(ErrorCode.CANCELLED);
        }
    }

    private static boolean isWorking(Peer peer) {
        return !peer.world.events.ofType("tool.progress").isEmpty();
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void taskThatIgnoresCancelling_endsAtTheDeadline(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech, World.within(Duration.ofSeconds(2)))) {
            ToolError error = peer.world.error("stubborn");

            assertThat(error.errorClass()).isEqualTo(ErrorClass.TIMEOUT);
            assertThat(peer.executions()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void streamThatIsCut_isGoneOnWith(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech)) {
            assertThat(World.text(peer.world.result("drop"))).isEqualTo("first second");
            assertThat(peer.executions()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void agentThatThrows_isATypedError(FakeAgent.Speech speech) throws Exception {
        try (Peer peer = Peer.start(speech, World.within(Duration.ofSeconds(5)))) {
            ToolError error = peer.world.error("throw");

            assertThat(error.message()).hasSizeLessThan(600).doesNotContain("    at ");
            assertThat(peer.executions()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void cardThatIsSigned_isVerified(FakeAgent.Speech speech) throws Exception {
        if (speech.isOld()) {
            // What is signed is the card of 1.0, of which that of 0.3 is a translation.
            return;
        }
        try (Peer peer = Peer.start(
                speech, builder -> builder.signatures(A2aSignatures.required().build()))) {
            assertThat(World.text(peer.world.result("status signed"))).isEqualTo("signed");
        }
    }
}
