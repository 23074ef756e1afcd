package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.seal.SealingKeys;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aTools;
import dev.harbor.tools.a2a.server.A2aRequest;
import dev.harbor.tools.a2a.server.A2aResponse;
import dev.harbor.tools.a2a.server.A2aServer;
import dev.harbor.tools.a2a.server.A2aSkill;
import dev.harbor.tools.a2a.server.A2aWebhooks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The code that the page on serving quotes. */
final class ServeAnAgentTest {

    record City(String name) {}

    record Weather(String text) {}

    private static final LoopDefinition DESK = LoopDefinition.builder("desk").build();

    private static Optional<Identity> whoSent(A2aRequest request) {
        return "Bearer s3cret".equals(request.header("Authorization"))
                ? Optional.of(Identity.of("acme", "ada", "agents"))
                : Optional.empty();
    }

    // snippet: serve-an-agent
    private static A2aServer agent(HarborRuntime runtime, Journal journal, String url) {
        return A2aServer.builder(runtime, journal, url, request -> whoSent(request))
                .describe("Weather desk", "Knows the weather", "1.0.0")
                .bearer()
                .skill(A2aSkill.run(
                        "ask",
                        "Ask",
                        "Answers questions about the weather",
                        message -> RunRequest.goal(message.text()).input(message.input())))
                .skill(A2aSkill.tool("forecast", "Forecast", "Says the weather of a city", "weather.forecast"))
                .skill(A2aSkill.loop("desk", "Desk", "Talks about the weather, and remembers what was said", DESK))
                .build();
    }
    // end

    // snippet: mount-an-agent
    private static void mount(A2aServer agent, String at, HttpExchange exchange) throws IOException {
        A2aRequest request = A2aRequest.of(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath().substring(at.length()),
                exchange.getRequestURI().getRawQuery(),
                exchange.getRequestHeaders(),
                exchange.getRequestBody());
        try (exchange;
                A2aResponse response = agent.handle(request)) {
            response.headers().forEach(exchange.getResponseHeaders()::set);
            long length = response.isStream() ? 0 : response.length() == 0 ? -1 : response.length();
            exchange.sendResponseHeaders(response.status(), length);
            response.writeTo(exchange.getResponseBody());
        }
    }
    // end

    private static A2aWebhooks webhooks(byte[] key) {
        // snippet: tell-callers
        A2aWebhooks hooks = A2aWebhooks.builder(SealingKeys.of("2026-01", key))
                .allowHost("hooks.partner.example")
                .build();
        // end
        return hooks;
    }

    @Test
    void tool_andRun_areServed_toWhoeverIsKnown() throws Exception {
        Journal journal = InMemoryJournal.create();
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        String url = "http://127.0.0.1:" + http.getAddress().getPort() + "/weather";
        try (HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .journal(journal)
                        .planner(context -> Decision.finish(Json.of("about " + context.goal())))
                        .tools(Tool.of("weather.forecast", City.class, Weather.class, city -> new Weather("sun"))
                                .description("Says the weather")
                                .effect(SideEffect.READ))
                        .build();
                A2aServer agent = agent(runtime, journal, url);
                A2aWebhooks hooks = webhooks(new byte[SealingKeys.KEY_BYTES])) {
            assertThat(hooks).isNotNull();
            http.createContext("/weather", exchange -> mount(agent, "/weather", exchange));
            http.start();
            assertThat(ask(url, "s3cret", "desk_ask", Map.of("message", "rain?"))
                            .toString())
                    .contains("about rain?");
            assertThat(ask(url, "s3cret", "desk_desk", Map.of("message", "snow?"))
                            .toString())
                    .contains("about snow?");
            assertThat(ask(url, "s3cret", "desk_forecast", Map.of("message", "please", "data", Map.of("name", "Oslo")))
                            .toString())
                    .contains("sun");
        } finally {
            http.stop(0);
        }
    }

    private static Json ask(String url, String token, String tool, Map<String, Object> arguments) {
        try (A2aAccess access = A2aAccess.builder()
                        .allowLoopback()
                        .credentials(CredentialProvider.of(Map.of("DESK", token)))
                        .build();
                HarborRuntime other = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .source(A2aTools.agent("desk", url)
                                .access(access)
                                .bearer("DESK")
                                .build())
                        .build()) {
            return other.as(Identity.of("partner", "bob", "s"))
                    .call(tool, Json.of(arguments))
                    .orThrow();
        }
    }
}
