package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart with a model behind a server, which is one of our own. */
final class RealModelTest {

    private static final List<String> ANSWERS = List.of(
            "```json\n"
                    + "{\"say\":\"First I"
                    + " look.\",\"action\":\"call\",\"calls\":[{\"tool\":\"files.list\",\"arguments\":{\"path\":\".\"}},{\"tool\":\"files.delete\",\"arguments\":{\"path\":\"a.txt\"}}]}\n"
                    + "```",
            "{\"say\":\"Now I"
                    + " write.\",\"action\":\"call\",\"calls\":[{\"tool\":\"report.write\",\"arguments\":{\"name\":\"survey\",\"report\":"
                    + "{\"directory\":\"d\",\"files\":1,\"folders\":0,\"bytes\":2,\"textFiles\":1,\"binaryFiles\":0,\"lines\":1,\"markers\":0,"
                    + "\"languages\":[],\"largest\":[],\"remarks\":[]}}}]}",
            "{\"action\":\"finish\",\"result\":\"There is one file in it.\"}");

    @TempDir
    Path directory;

    @TempDir
    Path state;

    private final Queue<String> keys = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(directory.resolve("a.txt"), "a\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private void answer(Function<String, String> stream) {
        Queue<String> left = new ArrayDeque<>(ANSWERS);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"))
                        + exchange.getRequestHeaders().getFirst("X-api-key"));
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                String text = Json.of(left.remove()).toString();
                exchange.getResponseBody().write(stream.apply(text).getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private static String openAi(String text) {
        return "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":" + text + "}}]}\n\n"
                + "data:"
                + " {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                + "data:"
                + " {\"model\":\"m\",\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}\n\n"
                + "data: [DONE]\n\n";
    }

    private static String anthropic(String text) {
        return event(
                        "message_start",
                        "\"message\":{\"id\":\"1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}")
                + event("content_block_start", "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
                + event("content_block_delta", "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":" + text + "}")
                + event("content_block_stop", "\"index\":0")
                + event("message_delta", "\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":5}")
                + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    }

    private static String event(String type, String members) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + members + "}\n\n";
    }

    private Surveys survey(Map<String, String> environment, String... more) {
        List<String> arguments =
                new java.util.ArrayList<>(List.of("--dir", directory.toString(), "--state", state.toString()));
        arguments.addAll(List.of(more));
        return Surveys.of(Terminal.PLAIN, environment, arguments.toArray(String[]::new));
    }

    private static void assertSurveyed(Surveys survey) {
        assertThat(survey.err()).isEmpty();
        assertThat(survey.exitCode()).isZero();
        assertThat(survey.out())
                .contains("First I look.", "Now I write.", "There is one file in it.", "tool_denied", "45 tokens");
        assertThat(survey.calls("report.write")).hasSize(1);
    }

    @Test
    void anyServerThatSpeaksChatCompletions_surveys_withoutAKey() throws IOException {
        answer(RealModelTest::openAi);

        assertSurveyed(survey(Map.of(), "--model", "qwen3", "--url", url()));
        assertThat(Files.readString(directory.resolve("a.txt"))).isEqualTo("a\n");
    }

    @Test
    void anthropic_surveys_withTheKeyOfTheEnvironment() {
        answer(RealModelTest::anthropic);

        assertSurveyed(
                survey(Map.of("ANTHROPIC_API_KEY", "sk-ant-1", "ANTHROPIC_BASE_URL", url()), "--model", "claude-test"));
        assertThat(keys).allMatch(key -> key.endsWith("sk-ant-1"));
    }

    @Test
    void model_withoutAKey_isRefused_namingTheVariable() {
        assertThat(survey(Map.of(), "--model", "gpt-5-mini").err()).contains("OPENAI_API_KEY");
        assertThat(survey(Map.of(), "--model", "claude-test").err()).contains("ANTHROPIC_API_KEY");
        assertThat(survey(Map.of(), "--url", url()).err()).contains("--url needs a --model");
    }
}
