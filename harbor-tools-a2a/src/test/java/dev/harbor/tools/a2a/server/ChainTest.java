package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aTools;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Harbor runtimes delegate to each other: both sides of the protocol are ours here. */
@Timeout(240)
final class ChainTest {

    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final Identity ORIGIN = Identity.of("acme", "ada", "origin");

    @TempDir
    private Path folder;

    private static HarborRuntime origin(A2aTools peer) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .source(peer)
                .build();
    }

    private static Map<String, Object> message(String text) {
        return Map.of("message", text);
    }

    @Test
    void runtimes_delegateToEachOther_questionsIncluded() throws Exception {
        try (A2aAccess access = Relay.access();
                Site leaf = Site.start();
                A2aTools toLeaf = Relay.peer(access, leaf.url()).build();
                Site middle = Site.start(
                        InMemoryJournal.create(),
                        0,
                        builder -> builder,
                        host -> host.planner(Relay::next).source(toLeaf));
                HarborRuntime origin = origin(Relay.peer(access, middle.url()).build())) {
            assertThat(said(origin, "count")).isEqualTo("number 1");
            assertThat(said(origin, "echo so be it")).isEqualTo("so be it");
            assertThat(leaf.executed).hasSize(1);

            ToolOutcome.Paused<Json> asked =
                    (ToolOutcome.Paused<Json>) origin.as(ORIGIN).call("peer_do", Json.of(message("ask")));
            assertThat(asked.reason()).contains("which colour?");
            RunResult painted = origin.as(ORIGIN)
                    .resolvePause(asked.token(), Resolution.resume("ada", Json.of("red")))
                    .run()
                    .await(BOUND);
            assertThat(painted.result().toString()).contains("painted red");
        }
    }

    private static String said(HarborRuntime runtime, String text) {
        Json result = runtime.as(ORIGIN).call("peer_do", Json.of(message(text))).orThrow();
        return result.get("text").orElseThrow().asString();
    }

    /** One asks the other, which asks the first, which does the work: three delegations with the origin's, over two runtimes. */
    @Test
    void twoRuntimes_delegateBackAndForth() throws Exception {
        try (A2aAccess access = Relay.access();
                Site first = Site.start();
                Site second = Site.start(
                        InMemoryJournal.create(),
                        0,
                        builder -> builder,
                        host -> host.planner(Relay::next)
                                .source(Relay.peer(access, first.url()).build()));
                A2aTools toSecond = Relay.peer(access, second.url()).build();
                HarborRuntime origin = origin(Relay.peer(access, first.url()).build())) {
            toSecond.start(first.runtime.catalog()::replace);

            assertThat(said(origin, "relay count")).isEqualTo("number 1");
            assertThat(first.executed).hasSize(1);
            assertThat(tasks(first.url()))
                    .as("one that relays and one that counts")
                    .isEqualTo(2);
            assertThat(tasks(second.url())).isEqualTo(1);
        }
    }

    @Test
    void cancelling_reachesTheLastOfAChain() throws Exception {
        try (A2aAccess access = Relay.access();
                Site leaf = Site.start();
                Site middle = Site.start(
                        InMemoryJournal.create(),
                        0,
                        builder -> builder,
                        host -> host.planner(Relay::next)
                                .source(Relay.peer(access, leaf.url()).build()));
                HarborRuntime origin = origin(Relay.peer(access, middle.url()).build())) {
            CallHandle<Json> call = origin.as(ORIGIN).submit("peer_do", Json.of(message("wait")));
            leaf.gate.awaitHeld(1);
            call.cancel("enough");

            call.await(BOUND).orElseThrow();
            await().atMost(BOUND).until(() -> leaf.gate.held() == 0);
        }
    }

    @Test
    void callThatIsCancelled_beforeTheAgentHasAnswered_isFoundAmongItsTasks_andCancelled() throws Exception {
        try (A2aAccess access = Relay.access();
                Site leaf = Site.start();
                HarborRuntime origin = origin(Relay.peer(access, leaf.url()).build())) {
            leaf.streams = Gate.closed();
            CallHandle<Json> call = origin.as(ORIGIN).submit("peer_do", Json.of(message("wait")));
            leaf.gate.awaitHeld(1);
            call.cancel("enough");

            call.await(BOUND).orElseThrow();
            await().atMost(BOUND).until(() -> leaf.gate.held() == 0);
            assertThat(leaf.executed).hasSize(1);
        }
    }

    /** Is a relay in a process of its own. */
    private static final class Node implements AutoCloseable {

        private final Process process;
        private final BufferedReader lines;
        final int port;

        Node(int port, Path journal, String peer) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Relay.class.getName(),
                            String.valueOf(port),
                            journal.toString(),
                            peer)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            this.port = Integer.parseInt(awaitLine("PORT ").substring("PORT ".length()));
        }

        String url() {
            return "http://127.0.0.1:" + port + "/agents/site";
        }

        String awaitLine(String start) throws IOException {
            String line = lines.readLine();
            while (line != null && !line.startsWith(start)) {
                line = lines.readLine();
            }
            assertThat(line).as("the process says " + start).isNotNull();
            return line;
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** Origin, two relays and a leaf: three delegations, and both processes in the middle die while the leaf works. */
    @Test
    void chain_whoseMiddleIsKilled_bringsItsResult_andEveryMessageIsCarriedOutOnce() throws Exception {
        Path one = folder.resolve("one.db");
        Path two = folder.resolve("two.db");
        try (Site leaf = Site.start();
                A2aAccess access = Relay.access();
                Node near = new Node(0, two, leaf.url());
                Node far = new Node(0, one, near.url());
                HarborRuntime origin = origin(Relay.peer(access, far.url()).build())) {
            CallHandle<Json> call = origin.as(ORIGIN).submit("peer_do", Json.of(message("wait")));
            leaf.gate.awaitHeld(1);
            near.awaitLine("PARKED");
            far.awaitLine("PARKED");
            far.kill();
            near.kill();
            try (Node nearAgain = new Node(near.port, two, leaf.url());
                    Node farAgain = new Node(far.port, one, nearAgain.url())) {
                leaf.gate.open();
                Json result = call.await(BOUND).orElseThrow().orThrow();

                assertThat(result.get("text").orElseThrow().asString()).isEqualTo("waited");
                assertThat(leaf.executed).containsExactly("wait");
                assertThat(tasks(leaf.url())).isEqualTo(1);
                assertThat(tasks(nearAgain.url())).isEqualTo(1);
                assertThat(tasks(farAgain.url())).isEqualTo(1);
            }
        }
    }

    private static int tasks(String url) throws Exception {
        return new Wire(url, "ada")
                .result("ListTasks", Map.of())
                .get("totalSize")
                .orElseThrow()
                .asInt();
    }
}
