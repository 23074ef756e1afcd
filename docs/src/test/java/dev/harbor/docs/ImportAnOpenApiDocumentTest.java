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
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.openapi.OpenApiDocument;
import dev.harbor.tools.openapi.OpenApiImport;
import dev.harbor.tools.openapi.OpenApiReport;
import dev.harbor.tools.openapi.OpenApiTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page on OpenAPI documents. */
final class ImportAnOpenApiDocumentTest {

    private static final String DOCUMENT = """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            servers: [{url: 'https://shop.example'}]
            security: [{token: []}]
            paths:
              /orders:
                post:
                  operationId: createOrder
                  tags: [orders]
                  requestBody: {content: {application/json: {schema: {type: object}}}}
                  responses: {'201': {description: created}}
              /orders/{id}:
                get:
                  operationId: getOrder
                  tags: [orders]
                  parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                  responses: {'200': {description: one}}
                trace:
                  tags: [orders]
                  responses: {'200': {description: never}}
            components: {securitySchemes: {token: {type: http, scheme: bearer}}}
            """;

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
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] body = "{\"id\":\"7\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    void operations_ofADocument_areCalled() throws IOException {
        Path file = Files.writeString(folder.resolve("shop.yaml"), DOCUMENT);
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        List<String> log = new ArrayList<>();
        try (HttpAccess access = HttpAccess.builder()
                .allowLoopback()
                .credentials(CredentialProvider.of(Map.of("SHOP_TOKEN", "t0ken-of-the-shop")))
                .build()) {
            // snippet: openapi-source
            OpenApiTools shop = OpenApiTools.builder("shop", OpenApiDocument.file(file))
                    .access(access)
                    .server(url) // whatever the document says
                    .credential("token", "SHOP_TOKEN") // its security scheme, your credential
                    .tags("orders")
                    .idempotent("createOrder")
                    .build();
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .source(shop)
                    .build()) {
                Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
                Json order =
                        ada.call("shop.getOrder", Json.parse("{\"id\": \"7\"}")).orThrow();
                // end
                assertThat(order.get("id")).contains(Json.string("7"));
            }
            // snippet: openapi-report
            OpenApiImport read = shop.read();
            for (OpenApiReport.Skipped each : read.report().skipped()) {
                log.add(each.operation().place() + ": " + each.reason() + ", " + each.message());
            }
            // end
        }
        assertThat(asked).containsExactly("/orders/7 Bearer t0ken-of-the-shop");
        assertThat(log).containsExactly("TRACE /orders/{id}: UNSUPPORTED_REQUEST, TRACE is never sent");
    }
}
