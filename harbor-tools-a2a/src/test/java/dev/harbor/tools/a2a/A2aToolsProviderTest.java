package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import dev.harbor.testkit.ToolTransportContract;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The provider keeps the contract of transports. */
final class A2aToolsProviderTest extends ToolTransportContract {

    private static FakeAgent agent;

    @BeforeAll
    static void serve() throws IOException {
        agent = FakeAgent.start(FakeAgent.Speech.NEW);
        // The server's own thread comes with its first request.
        try (World world = World.of(agent)) {
            world.source.state();
        }
    }

    @AfterAll
    static void end() throws InterruptedException {
        agent.close();
    }

    @Override
    protected ToolTransportProvider create() {
        return new A2aToolsProvider();
    }

    @Override
    protected TransportConfig config(Setup setup, String source) {
        return new TransportConfig(TransportKind.A2A, source, Json.of(settings(setup)));
    }

    private static Map<String, Object> settings(Setup setup) {
        return switch (setup) {
            case WORKING ->
                Map.of(
                        "url",
                        agent.url(),
                        "bearer",
                        "TOKEN",
                        "credentials",
                        Map.of("scheme", "TOKEN"),
                        "skills",
                        List.of("do"),
                        "effect",
                        "READ",
                        "allow_loopback",
                        true);
            case MALFORMED -> Map.of("url", "ftp://example.org/agent");
            case UNREACHABLE -> Map.of("url", "http://127.0.0.1:1/agent", "allow_loopback", true);
        };
    }
}
