package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The code that the page on delegating quotes. */
final class DelegateToAnAgentTest {

    private HttpServer server;
    private String url;
    private volatile String said = "";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 16);
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/painter";
        server.createContext("/painter", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            byte[] answer = (exchange.getRequestMethod().equals("GET") ? card() : call(Json.parse(body))).toBytes();
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private Json card() {
        return Json.of(Map.of(
                "name", "Painter",
                "supportedInterfaces",
                        List.of(Map.of("url", url, "protocolBinding", "JSONRPC", "protocolVersion", "1.0")),
                "skills", List.of(Map.of("id", "paint", "name", "Paint", "description", "Paints things"))));
    }

    private Json call(Json request) {
        request.at("/params/message/taskId")
                .ifPresent(task -> said =
                        request.at("/params/message/parts/0/text").orElseThrow().asString());
        Map<String, Object> status = said.isEmpty()
                ? Map.of("state", "TASK_STATE_INPUT_REQUIRED", "message", words("which colour?"))
                : Map.of("state", "TASK_STATE_COMPLETED", "message", words("painted " + said));
        Map<String, Object> task = Map.of("id", "t1", "contextId", "c1", "status", status);
        Object result =
                request.get("method").orElseThrow().asString().equals("SendMessage") ? Map.of("task", task) : task;
        return Json.of(Map.of("jsonrpc", "2.0", "id", request.get("id").orElseThrow(), "result", result));
    }

    private static Map<String, Object> words(String text) {
        return Map.of("messageId", text, "role", "ROLE_AGENT", "parts", List.of(Map.of("text", text)));
    }

    @Test
    void agent_isAskedAndAnswered() {
        // snippet: access-to-agents
        A2aAccess access = A2aAccess.builder()
                .credentials(CredentialProvider.of(Map.of("PAINTER_TOKEN", "s3cret-of-the-painter")))
                .allowLoopback()
                .build();
        // end
        // snippet: delegate-to-an-agent
        A2aTools painter = A2aTools.agent("painter", url)
                .access(access)
                .bearer("PAINTER_TOKEN")
                .build();
        HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .source(painter)
                .build();
        // end
        try (access;
                runtime) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            // snippet: answer-an-agent
            ToolOutcome<Json> asked = ada.call("painter_paint", Json.of(Map.of("message", "ask")));
            String token = ((ToolOutcome.Paused<Json>) asked).token();
            ResolvedPause answered = ada.resolvePause(token, Resolution.resume("ada", Json.of("red")));
            RunResult painted = Objects.requireNonNull(answered.run()).await(Duration.ofMinutes(1));
            // end
            assertThat(painted.result().toString()).contains("painted red");
        }
    }
}
