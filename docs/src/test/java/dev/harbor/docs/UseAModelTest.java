package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.llm.langchain4j.LangChain4jLlm;
import dev.harbor.llm.langchain4j.ModelPrice;
import dev.harbor.llm.langchain4j.RetryAfterHttp;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that the page about models quotes, with a server of our own in place of a provider. */
final class UseAModelTest {

    private static final String STREAM = """
        data: {"model":"gpt-test","choices":[{"index":0,"delta":{"content":"{\\"action\\":\\"finish\\","}}]}

        data: {"model":"gpt-test","choices":[{"index":0,"delta":{"content":"\\"result\\":\\"rain\\"}"}}]}

        data: {"model":"gpt-test","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

        data: {"model":"gpt-test","choices":[],"usage":{"prompt_tokens":400000,"completion_tokens":100000,"total_tokens":500000}}

        data: [DONE]

        """;

    private static HttpServer provider() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(STREAM.getBytes(StandardCharsets.UTF_8));
            }
        });
        server.start();
        return server;
    }

    @Test
    void model_behindAServer_drivesARun() throws IOException {
        HttpServer server = provider();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
        String key = "none";
        try {
            // snippet: open-ai
            LlmClient model = LangChain4jLlm.builder(OpenAiStreamingChatModel.builder()
                            .baseUrl(url)
                            .apiKey(key)
                            .modelName("gpt-test")
                            .build())
                    .price("gpt-", new ModelPrice(2_500_000, 10_000_000))
                    .build();
            // end
            // snippet: runtime
            HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .journal(InMemoryJournal.create())
                    .llm(
                            model,
                            ToolPolicy.builder()
                                    .timeout(Duration.ofMinutes(2))
                                    .maxAttempts(3)
                                    .backoff(Backoff.fixed(Duration.ofSeconds(1)))
                                    .build())
                    .planner(ModelPlanner.create())
                    .build();
            // end
            try (runtime) {
                RunResult end = runtime.as(Identity.of("acme", "ada", "session-1"))
                        .start(RunRequest.goal("What is the weather in Oslo?"))
                        .await(Duration.ofMinutes(1));
                assertThat(end.result()).isEqualTo(Json.of("rain"));
                assertThat(end.usage().costMicros()).isEqualTo(2_000_000);
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void model_whoseClientHeedsRetryAfter_answersLikeAnyOther() throws IOException {
        HttpServer server = provider();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
        String key = "none";
        try {
            // snippet: retry-after
            OpenAiStreamingChatModel heeding = OpenAiStreamingChatModel.builder()
                    .baseUrl(url)
                    .apiKey(key)
                    .modelName("gpt-test")
                    .httpClientBuilder(
                            JdkHttpClient.builder().httpClientBuilder(RetryAfterHttp.over(HttpClient.newBuilder())))
                    .build();
            // end
            LlmRequest hello = LlmRequest.of(List.of(Message.of(Role.USER, "hello")));
            assertThat(LangChain4jLlm.of(heeding)
                            .complete(hello, LlmCall.of(Identity.of("acme", "ada", "session-1")))
                            .text())
                    .contains("rain");
        } finally {
            server.stop(0);
        }
    }
}
