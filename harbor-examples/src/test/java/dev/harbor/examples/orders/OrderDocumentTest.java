package dev.harbor.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.openapi.OpenApiDocument;
import dev.harbor.tools.openapi.OpenApiTools;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OrderDocumentTest {

    private static OpenApiDocument document() throws IOException {
        try (InputStream in = OrderService.class.getResourceAsStream("/orders/openapi.yaml")) {
            return OpenApiDocument.bytes(in.readAllBytes());
        }
    }

    @Test
    void document_ofTheOrderService_isImportedAndCalled_andAWriteThatFailsHalfWayHappensOnce() throws Exception {
        try (OrderService service = OrderService.start(0, "t0ken");
                HttpAccess access = HttpAccess.builder()
                        .allowLoopback()
                        .credentials(CredentialProvider.of(Map.of("ORDERS", "t0ken")))
                        .build()) {
            OpenApiTools source = OpenApiTools.builder("shop", document())
                    .access(access)
                    .prefix("")
                    .server(service.url())
                    .credential("token", "ORDERS")
                    .idempotent("orders.place")
                    .build();
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .source(source)
                    .build()) {
                assertThat(source.report().orElseThrow().skipped()).isEmpty();
                Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
                service.failHalfWay();
                Json placed = ada.call("orders.place", Json.parse("{\"body\": {\"item\": \"tea\", \"quantity\": 2}}"))
                        .orThrow();
                assertThat(service.orders()).isEqualTo(1);
                Json read = ada.call(
                                "orders.get",
                                Json.of(Map.of("id", placed.get("id").orElseThrow())))
                        .orThrow();
                assertThat(read).isEqualTo(placed);
            }
        }
    }
}
