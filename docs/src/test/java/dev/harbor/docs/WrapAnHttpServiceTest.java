package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpAnswer;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpBody;
import dev.harbor.tools.http.HttpManifest;
import dev.harbor.tools.http.HttpPaging;
import dev.harbor.tools.http.HttpParameter;
import dev.harbor.tools.http.HttpPart;
import dev.harbor.tools.http.HttpTool;
import dev.harbor.tools.http.HttpToolset;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page on HTTP services. */
final class WrapAnHttpServiceTest {

    private static final CredentialProvider VAULT = CredentialProvider.of(Map.of("SHOP_TOKEN", "t0ken-of-the-shop"));

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked.add(exchange.getRequestMethod()
                    + ' '
                    + exchange.getRequestURI()
                    + ' '
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = "{\"id\":\"7\",\"total\":3,\"items\":[1],\"next\":null}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void tools_describedInCode_areCalled() {
        String shop = url();
        // snippet: http-tool
        HttpTool get = HttpTool.get("orders.get", shop + "/orders/{id}{?expand*}")
                .description("Reads an order")
                .effect(SideEffect.READ)
                .auth(HttpAuth.bearer("SHOP_TOKEN"))
                .build();
        // end
        // snippet: http-runtime
        try (HttpAccess access = HttpAccess.builder()
                        .allowLoopback() // only because this service is on this machine
                        .credentials(VAULT)
                        .build();
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .source(HttpToolset.of("shop", access, get))
                        .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            Json order = ada.call("orders.get", Json.parse("{\"id\": \"7\"}")).orThrow();
            // end
            assertThat(order.get("total")).contains(Json.of(3));
            assertThat(asked).containsExactly("GET /orders/7 ");
        }
    }

    // snippet: http-types
    record Query(String id) {}

    record Order(String id, int total) {}
    // end

    @Test
    void tools_overTypes_areCalled() {
        String shop = url();
        try (HttpAccess access = HttpAccess.builder().allowLoopback().build()) {
            // snippet: http-typed
            Tool<Query, Order> get = HttpTool.get("orders.get", shop + "/orders/{id}")
                    .answer(HttpAnswer.standard().maxBytes(100_000))
                    .build()
                    .over(access, Query.class, Order.class);
            // end
            assertThat(get.definition().outputSchema()).isNotNull();
        }
    }

    @Test
    void tools_ofMoreKinds_areDescribed() {
        String shop = url();
        // snippet: http-more
        HttpTool place = HttpTool.post("orders.place", shop + "/orders")
                .effect(SideEffect.WRITE)
                .idempotent() // the service does its work once for one Idempotency-Key
                .build();
        HttpTool upload = HttpTool.post("orders.attach", shop + "/orders/{id}/files")
                .body(HttpBody.multipart(HttpPart.artifact("file")))
                .build();
        HttpTool search = HttpTool.get("orders.search", shop + "/orders")
                .parameters(
                        HttpParameter.query("state").style(HttpParameter.Style.PIPE_DELIMITED, false),
                        HttpParameter.header("X-Region").from("region"))
                .answer(HttpAnswer.standard().paging(HttpPaging.cursor("/next", "after", "/items", 20)))
                .build();
        // end
        assertThat(List.of(place, upload, search))
                .allMatch(each -> each.definition().inputSchema() != null);
    }

    @Test
    void tools_describedInAFile_areCalled() throws IOException {
        Path file = folder.resolve("shop.yaml");
        String page = Files.readString(Path.of("howto", "wrap-an-http-service.md"));
        int begin = page.indexOf("```yaml\n") + 8;
        String manifest = page.substring(begin, page.indexOf("```", begin));
        Files.writeString(file, manifest.replace("https://shop.example", url()));
        assertThat(HttpManifest.read(file)).hasSize(2);
        try (HttpAccess access =
                HttpAccess.builder().allowLoopback().credentials(VAULT).build()) {
            // snippet: http-manifest
            HttpToolset shop = HttpToolset.manifest("shop", access, file);
            // end
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .source(shop)
                    .build()) {
                runtime.as(Identity.of("acme", "ada", "s"))
                        .call("orders.note", Json.parse("{\"id\":\"7\",\"text\":\"later\"}"))
                        .orThrow();
                shop.reload();
            }
        }
        assertThat(asked).containsExactly("POST /orders/7/notes {\"note\":{\"text\":\"later\",\"by\":\"agent\"}}");
    }
}
