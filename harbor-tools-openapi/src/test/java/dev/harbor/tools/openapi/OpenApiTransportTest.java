package dev.harbor.tools.openapi;

import dev.harbor.access.CredentialProvider;
import dev.harbor.json.Json;
import dev.harbor.testkit.ToolTransportContract;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.List;
import java.util.Map;

final class OpenApiTransportTest extends ToolTransportContract {

    @Override
    protected ToolTransportProvider create() {
        return new OpenApiTransport(CredentialProvider.of(Map.of("TOKEN", "t0ken")));
    }

    @Override
    protected TransportConfig config(Setup setup, String source) {
        return new TransportConfig(OpenApiTransport.KIND, source, Json.of(settings(setup)));
    }

    private static Map<String, Object> settings(Setup setup) {
        return switch (setup) {
            case WORKING ->
                Map.of(
                        "file", Documents.path("security.yaml").toString(),
                        "server", "https://own.example",
                        "methods", List.of("get"),
                        "credentials", Map.of("bearer", "TOKEN"),
                        "allow_hosts", List.of("own.example"));
            case MALFORMED -> Map.of("file", 7);
            case UNREACHABLE -> Map.of("file", "/nowhere/at/all.yaml");
        };
    }
}
