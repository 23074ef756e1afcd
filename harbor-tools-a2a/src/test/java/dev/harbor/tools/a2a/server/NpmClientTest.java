package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.json.Json;
import dev.harbor.seal.SealingKeys;
import dev.harbor.tools.a2a.Npm;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Has the client of the JavaScript SDK speak to a served agent; run by {@code -Pinterop}. */
@Tag("interop")
final class NpmClientTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    @TempDir
    static Path folder;

    @BeforeAll
    static void install() throws Exception {
        Npm.install(folder, "client.mjs");
    }

    /** Is a process of Node that calls what it is told to. */
    private static final class Caller implements AutoCloseable {

        private final Process process;
        private final BufferedReader answers;
        private final BufferedWriter calls;

        Caller(Site site, String binding, String token) throws IOException {
            process = new ProcessBuilder("node", "client.mjs", site.url(), binding, token)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            calls = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
            assertThat(answers.readLine()).isEqualTo("READY");
        }

        Json call(String method, Object params) throws IOException {
            calls.write(Json.of(Map.of("call", method, "params", params)) + "\n");
            calls.flush();
            return Json.parse(answers.readLine());
        }

        Json result(String method, Object params) throws IOException {
            Json answer = call(method, params);
            return answer.get("result").orElseThrow(() -> new AssertionError(answer));
        }

        String error(String method, Object params) throws IOException {
            return Wire.text(call(method, params), "/error/name");
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static Map<String, Object> said(Object message) {
        return Map.of("message", message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
    void tasks_areMade_asked_answered_listedAndCancelled(String binding) throws Exception {
        try (Site site = Site.start();
                Caller ada = new Caller(site, binding, "ada");
                Caller bob = new Caller(site, binding, "bob")) {
            Json done = ada.result("sendMessage", said(Wire.message("echo hello")));
            Json asked = ada.result("sendMessage", said(Wire.message("ask")));
            Map<String, Object> id = Map.of("id", Wire.text(asked, "/id"));

            assertThat(Wire.text(done, "/artifacts/0/parts/0/text")).isEqualTo("hello");
            assertThat(Wire.state(asked)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
            assertThat(bob.error("getTask", id)).contains("TaskNotFound");
            assertThat(ada.result("listTasks", Map.of("pageSize", 1))
                            .get("tasks")
                            .orElseThrow()
                            .elements())
                    .hasSize(1);
            Json painted = ada.result("sendMessage", said(Wire.answer(asked, "red")));
            assertThat(Wire.text(painted, "/artifacts/0/parts/0/text")).isEqualTo("painted red");
            assertThat(ada.error("cancelTask", id)).contains("TaskNotCancelable");
            Json other = ada.result("sendMessage", said(Wire.message("ask")));
            assertThat(Wire.state(ada.result("cancelTask", Map.of("id", Wire.text(other, "/id")))))
                    .isEqualTo("TASK_STATE_CANCELED");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
    void conversation_isOneLoop_whoseTurnsAreTasks(String binding) throws Exception {
        try (Site site = Site.start();
                Caller ada = new Caller(site, binding, "ada")) {
            Json hello = ada.result("sendMessage", said(Wire.said("ctx", "echo hello")));
            Json asked = ada.result("sendMessage", said(Wire.said("ctx", "ask")));
            Json painted = ada.result("sendMessage", said(Wire.answer(asked, "red")));
            Json input = ada.result("sendMessage", said(Wire.said("ctx", "input")));

            assertThat(Wire.text(hello, "/artifacts/0/parts/0/text")).isEqualTo("hello");
            assertThat(Wire.text(painted, "/artifacts/0/parts/0/text")).isEqualTo("painted red");
            assertThat(input.toString()).contains("echo hello", "painted red");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
    void streams_areHeard_toTheirEnds(String binding) throws Exception {
        try (Site site = Site.start();
                Caller ada = new Caller(site, binding, "ada")) {
            List<Json> count =
                    ada.result("sendMessageStream", said(Wire.message("count"))).elements();
            Json waits = ada.result(
                    "sendMessage",
                    Map.of("message", Wire.message("wait"), "configuration", Map.of("returnImmediately", true)));
            site.gate.awaitHeld(1);
            site.gate.open();
            await().atMost(BOUND)
                    .until(() -> Wire.state(ada.result("getTask", Map.of("id", Wire.text(waits, "/id"))))
                            .equals("TASK_STATE_COMPLETED"));

            assertThat(count.toString()).contains("number 1", "TASK_STATE_COMPLETED");
            assertThat(ada.error("resubscribeTask", Map.of("id", Wire.text(waits, "/id"))))
                    .contains("UnsupportedOperation");
            assertThat(site.executed).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSONRPC", "HTTP+JSON"})
    void pushes_areConfigured_found_andRemoved(String binding) throws Exception {
        SealingKeys keys = SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]);
        try (Site site = Site.start(
                        builder -> builder.push(A2aWebhooks.builder(keys).build()));
                Caller ada = new Caller(site, binding, "ada")) {
            String task = Wire.text(ada.result("sendMessage", said(Wire.message("ask"))), "/id");
            Map<String, Object> config =
                    Map.of("tenant", "", "id", "mine", "taskId", task, "url", "https://hooks.example/x", "token", "t");
            Map<String, Object> named = Map.of("tenant", "", "taskId", task, "id", "mine");

            assertThat(Wire.text(ada.result("createTaskPushNotificationConfig", config), "/url"))
                    .isEqualTo("https://hooks.example/x");
            assertThat(Wire.text(ada.result("getTaskPushNotificationConfig", named), "/token"))
                    .isEqualTo("t");
            assertThat(ada.result("listTaskPushNotificationConfig", named)
                            .get("configs")
                            .orElseThrow()
                            .elements())
                    .hasSize(1);
            ada.result("deleteTaskPushNotificationConfig", named);
            assertThat(ada.call("getTaskPushNotificationConfig", named).get("error"))
                    .isPresent();
        }
    }
}
