package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.inspector.Inspector;
import dev.harbor.inspector.InspectorAccess;
import dev.harbor.inspector.InspectorHandler;
import dev.harbor.inspector.InspectorRequest;
import dev.harbor.inspector.LiveEvents;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The code that the page on looking at runs quotes. */
final class LookAtRunsTest {

    /** Is what a service knows of its operators. */
    record Operator(String name, String tenant, boolean isOfThePlatform) {}

    /** Is the login of a service. */
    private static final class Logins {

        static Optional<Operator> operator(String cookie) {
            return switch (cookie) {
                case "login=olga" -> Optional.of(new Operator("olga", "acme", false));
                case "login=root" -> Optional.of(new Operator("root", "", true));
                default -> Optional.empty();
            };
        }
    }

    // snippet: look-at-runs
    private static HarborRuntime inspected(HttpServer server, Journal journal, Planner planner) {
        LiveEvents live = LiveEvents.create();
        HarborRuntime runtime = HarborRuntime.builder()
                .journal(journal)
                .artifacts(Artifacts.memory())
                .planner(planner)
                .events(live)
                .build();
        Inspector inspector = Inspector.builder(runtime)
                .live(live)
                .authorizer(LookAtRunsTest::accessOf)
                .build();
        server.createContext("/inspector", InspectorHandler.of(inspector));
        return runtime;
    }
    // end

    // snippet: look-at-runs-who
    private static Optional<InspectorAccess> accessOf(InspectorRequest request) {
        return Optional.ofNullable(request.header("Cookie"))
                .flatMap(Logins::operator)
                .map(operator -> operator.isOfThePlatform()
                        ? InspectorAccess.everyTenant(operator.name()).withTools()
                        : InspectorAccess.tenant(operator.name(), operator.tenant())
                                .withDecisions()
                                .withSteering());
    }
    // end

    @Test
    void pages_areForWhoIsLoggedIn() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Planner planner = context -> Decision.finish(Json.of("done"));
        try (HarborRuntime runtime = inspected(server, InMemoryJournal.create(), planner)) {
            server.start();
            start(runtime, "acme", "count the ships");
            start(runtime, "umbrella", "count the rats");

            assertThat(get(server, "login=nobody").statusCode()).isEqualTo(403);
            assertThat(get(server, "login=olga").body())
                    .contains("count the ships")
                    .doesNotContain("rats", "/tools");
            assertThat(get(server, "login=root").body()).contains("count the ships", "count the rats", "/tools");
        } finally {
            server.stop(0);
        }
    }

    private static void start(HarborRuntime runtime, String tenant, String goal) {
        runtime.as(Identity.of(tenant, "ada", "s")).start(RunRequest.goal(goal)).await(Duration.ofSeconds(60));
    }

    private static HttpResponse<String> get(HttpServer server, String cookie) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/inspector/");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address).header("Cookie", cookie).build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
