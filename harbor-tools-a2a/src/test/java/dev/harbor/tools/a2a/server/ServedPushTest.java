package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import dev.harbor.seal.SealingKeys;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tools.a2a.A2aPush;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is told of a served task, and who is not. */
@Timeout(120)
final class ServedPushTest {

    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final SealingKeys KEYS = SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]);
    private static final String TOKEN = "t0ken-of-ada";

    /** Is where pushes come in. */
    private static final class Hook implements AutoCloseable {

        final List<String> heard = new CopyOnWriteArrayList<>();
        final AtomicInteger refusals = new AtomicInteger();
        private final HttpServer server;

        Hook() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            server.createContext("/", exchange -> {
                try (exchange) {
                    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                    boolean refused = refusals.getAndDecrement() > 0;
                    if (!refused) {
                        heard.add(exchange.getRequestHeaders().getFirst(A2aPush.TOKEN_HEADER)
                                + '|'
                                + exchange.getRequestHeaders().getFirst("Authorization")
                                + '|'
                                + exchange.getRequestHeaders().getFirst("Content-Type")
                                + '|'
                                + Json.parse(body)
                                        .at("/statusUpdate/status/state")
                                        .map(Json::asString)
                                        .orElse(body));
                    }
                    exchange.sendResponseHeaders(refused ? 500 : 204, -1);
                }
            });
            server.start();
        }

        Map<String, Object> config() {
            return Map.of(
                    "id",
                    "mine",
                    "url",
                    "http://127.0.0.1:" + server.getAddress().getPort() + "/hook",
                    "token",
                    TOKEN,
                    "authentication",
                    Map.of("scheme", "Bearer", "credentials", "cr3dentials"));
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static A2aServer.Builder pushing(A2aServer.Builder builder) {
        return builder.push(A2aWebhooks.builder(KEYS).allowLoopback().build());
    }

    private static final String HEAD = TOKEN + "|Bearer cr3dentials|application/a2a+json|";

    @Test
    void caller_isToldOfAQuestion_andOfTheEnd_withItsToken() throws Exception {
        try (Hook hook = new Hook();
                Site site = Site.start(ServedPushTest::pushing)) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.result(
                            "SendMessage",
                            Map.of(
                                    "message",
                                    Wire.message("ask"),
                                    "configuration",
                                    Map.of("taskPushNotificationConfig", hook.config())))
                    .get("task")
                    .orElseThrow();
            await().atMost(BOUND).until(() -> hook.heard.contains(HEAD + "TASK_STATE_INPUT_REQUIRED"));
            ada.send(Wire.answer(task, "red"));

            await().atMost(BOUND).until(() -> hook.heard.contains(HEAD + "TASK_STATE_COMPLETED"));
        }
    }

    @Test
    void pushThatIsRefused_isTriedAgain() throws Exception {
        try (Hook hook = new Hook();
                Site site = Site.start(ServedPushTest::pushing)) {
            hook.refusals.set(2);
            Wire ada = new Wire(site, "ada");
            Json task = ada.send("ask");
            ada.result("CreateTaskPushNotificationConfig", config(hook, task));

            await().atMost(BOUND).until(() -> hook.heard.contains(HEAD + "TASK_STATE_INPUT_REQUIRED"));
        }
    }

    private static Map<String, Object> config(Hook hook, Json task) {
        Map<String, Object> config = new HashMap<>(hook.config());
        config.put("taskId", Wire.text(task, "/id"));
        return config;
    }

    @Test
    void configurations_areMade_found_listed_andRemoved_byTheirOwner() throws Exception {
        try (Hook hook = new Hook();
                Site site = Site.start(ServedPushTest::pushing)) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.send("ask");
            String id = Wire.text(task, "/id");
            Json made = ada.result("CreateTaskPushNotificationConfig", config(hook, task));
            Map<String, Object> named = Map.of("taskId", id, "id", "mine");

            assertThat(made.toString()).contains("/hook", TOKEN).doesNotContain("cr3dentials");
            assertThat(ada.result("GetTaskPushNotificationConfig", named)).isEqualTo(made);
            assertThat(ada.result("ListTaskPushNotificationConfigs", Map.of("taskId", id))
                            .get("configs")
                            .orElseThrow()
                            .elements())
                    .containsExactly(made);
            assertThat(new Wire(site, "bob").error("GetTaskPushNotificationConfig", named))
                    .isEqualTo(-32001);
            ada.result("DeleteTaskPushNotificationConfig", named);
            assertThat(ada.error("GetTaskPushNotificationConfig", named)).isEqualTo(-32001);
        }
    }

    @Test
    void address_thatMayNotBeReached_isNotTold_andHeadersTakeNoTricks() throws Exception {
        try (Hook hook = new Hook();
                Site site = Site.start(
                        builder -> builder.push(A2aWebhooks.builder(KEYS).build()))) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.send("echo done");
            ada.result("CreateTaskPushNotificationConfig", config(hook, task));
            Map<String, Object> split = config(hook, task);
            split.put("token", "x\r\nHost: evil");
            Map<String, Object> file = config(hook, task);
            file.put("url", "file:///etc/passwd");

            assertThat(ada.error("CreateTaskPushNotificationConfig", split)).isEqualTo(-32602);
            assertThat(ada.error("CreateTaskPushNotificationConfig", file)).isEqualTo(-32602);
            // Given up after some tries, which the record says.
            await().atMost(BOUND)
                    .until(() -> site.journal
                            .read("a2a/" + Wire.text(task, "/id"), 1)
                            .anyMatch(record -> record.entry().type().equals("a2a.pushed")));
            assertThat(hook.heard).isEmpty();
        }
    }

    @Test
    void wordsForHeaders_bringNoLinesOfTheirOwn_andAreNotKept() throws Exception {
        try (Hook hook = new Hook();
                Site site = Site.start(ServedPushTest::pushing)) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.send("ask");
            for (String end : List.of("\r\n", "\n", "\r", "\0")) {
                String trick = "x" + end + "Host: evil";
                for (Map<String, Object> words : List.<Map<String, Object>>of(
                        Map.of("token", trick),
                        Map.of("authentication", Map.of("scheme", trick, "credentials", "c")),
                        Map.of("authentication", Map.of("scheme", "Bearer", "credentials", trick)))) {
                    Map<String, Object> config = config(hook, task);
                    config.putAll(words);
                    assertThat(ada.error("CreateTaskPushNotificationConfig", config))
                            .as("%s", words)
                            .isEqualTo(-32602);
                }
            }
            Json kept = ada.result("ListTaskPushNotificationConfigs", Map.of("taskId", Wire.text(task, "/id")));
            assertThat(kept.at("/configs/0")).isEmpty();
        }
    }

    @Test
    void ports_thatAreNone_areRefused() throws Exception {
        try (Hook hook = new Hook();
                Site site = Site.start(ServedPushTest::pushing)) {
            Wire ada = new Wire(site, "ada");
            Map<String, Object> config = config(hook, ada.send("ask"));
            config.put("url", "http://127.0.0.1:70000/hook");

            assertThat(ada.error("CreateTaskPushNotificationConfig", config)).isEqualTo(-32602);
        }
    }

    @Test
    void webhookThatIsMade_leavesWhatWasTaken_taken() throws Exception {
        try (Site site = Site.start()) {
            site.server.close();
            TaskLog log = new TaskLog(site.journal, "elsewhere", "o");
            Incoming message =
                    Incoming.read(Params.of(Json.of(Wire.message("count")), "message"), A2aServerLimits.standard());
            TaskLog.Addition begun = new TaskLog.Addition(
                    ServedTask.begun("ctx", "do", message, message.parts(), Instant.EPOCH), TaskLog.TAKEN, false);
            log.add(Site.ADA, "t-1", "ctx", known -> Optional.of(begun));
            String at = TaskLog.order(log.taken("", 1).get(0));
            log.add(
                    Site.ADA,
                    "t-1",
                    "ctx",
                    known -> Optional.of(
                            new TaskLog.Addition(ServedTask.push("p", "sealed", Instant.now()), TaskLog.SAME, true)));

            assertThat(log.taken("", 1)).extracting(TaskLog::order).containsExactly(at);
            assertThat(log.pushing("", 1)).hasSize(1);
        }
    }

    @Test
    void webhookThatIsMadeLater_isToldTooOfWhatOthersKnow() throws Exception {
        try (Hook hook = new Hook();
                Hook later = new Hook();
                Site site = Site.start(ServedPushTest::pushing)) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.send("echo done");
            ada.result("CreateTaskPushNotificationConfig", config(hook, task));
            await().atMost(BOUND).until(() -> hook.heard.contains(HEAD + "TASK_STATE_COMPLETED"));
            Map<String, Object> second = config(later, task);
            second.put("id", "second");
            ada.result("CreateTaskPushNotificationConfig", second);

            await().atMost(BOUND).until(() -> later.heard.contains(HEAD + "TASK_STATE_COMPLETED"));
            await().atMost(BOUND)
                    .until(() -> new TaskLog(site.journal, site.url(), "o")
                            .pushing("", 1)
                            .isEmpty());
        }
    }

    @Test
    void agentWithoutWebhooks_saysSo() throws Exception {
        try (Hook hook = new Hook();
                Site site = Site.start()) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.send("ask");

            assertThat(ada.error("CreateTaskPushNotificationConfig", config(hook, task)))
                    .isEqualTo(-32003);
            assertThat(ada.error(
                            "SendMessage",
                            Map.of(
                                    "message",
                                    Wire.message("count"),
                                    "configuration",
                                    Map.of("taskPushNotificationConfig", hook.config()))))
                    .isEqualTo(-32003);
            assertThat(site.executed).as("nothing was begun").isEmpty();
        }
    }

    @Test
    void nextProcess_tells_andNoTokenLiesInTheJournal(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("journal.db");
        try (Hook hook = new Hook()) {
            int port;
            hook.refusals.set(Integer.MAX_VALUE);
            try (Site site = Site.start(
                    JdbcJournal.sqlite(file), 0, builder -> pushing(builder).sweep(Duration.ofHours(1)))) {
                Wire ada = new Wire(site, "ada");
                ada.result("CreateTaskPushNotificationConfig", config(hook, ada.send("ask")));
                port = site.port();
            }
            hook.refusals.set(0);
            try (Site site = Site.start(JdbcJournal.sqlite(file), port, ServedPushTest::pushing)) {
                await().atMost(BOUND).until(() -> hook.heard.contains(HEAD + "TASK_STATE_INPUT_REQUIRED"));
                assertThat(site.port()).isEqualTo(port);
            }
            try (Stream<Path> files = Files.list(folder)) {
                for (Path each : files.toList()) {
                    assertThat(new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1))
                            .doesNotContain(TOKEN, "cr3dentials");
                }
            }
        }
    }
}
