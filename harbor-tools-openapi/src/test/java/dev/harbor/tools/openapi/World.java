package dev.harbor.tools.openapi;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.http.HttpAccess;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Is a runtime whose only source is a document, sent to a service on loopback. */
final class World implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");

    final HttpAccess access = HttpAccess.builder()
            .allowLoopback()
            .credentials(CredentialProvider.of(Map.of("TOKEN", "t0ken-4711", "LOGIN", "ada:pa55")))
            .build();

    final OpenApiTools source;
    private final HarborRuntime runtime;

    World(OpenApiDocument document, UnaryOperator<OpenApiTools.Builder> more) {
        source = more.apply(OpenApiTools.builder("s", document).access(access)).build();
        runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .policy(ToolPolicy.builder()
                        .timeout(Duration.ofMinutes(2))
                        .noRetry()
                        .noBreaker()
                        .build())
                .source(source)
                .build();
    }

    static World of(String file, Service service) {
        return new World(OpenApiDocument.file(Documents.path(file)), builder -> builder.server(service.url("")));
    }

    Caller ada() {
        return runtime.as(ADA);
    }

    ToolOutcome<Json> call(String tool, String arguments) {
        return ada().call(tool, Json.parse(arguments));
    }

    Json result(String tool, String arguments) {
        return call(tool, arguments).orThrow();
    }

    @Override
    public void close() {
        runtime.close();
        access.close();
    }
}
