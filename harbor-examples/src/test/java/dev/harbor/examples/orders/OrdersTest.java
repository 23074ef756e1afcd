package dev.harbor.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpTool;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OrdersTest {

    private static final Json PEARS = Json.parse("{\"item\":\"pear\",\"quantity\":3}");

    @Test
    void example_placesOneOrder_althoughItsAnswerWasLost() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Orders.run(new PrintStream(said, true, StandardCharsets.UTF_8));

        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "placed: {\"id\":\"o1\",\"item\":\"pear\",\"quantity\":3,\"state\":\"placed\"}",
                        "orders: 1",
                        "again:  {\"id\":\"o1\",\"item\":\"pear\",\"quantity\":3,\"state\":\"placed\"}",
                        "none:   Failure",
                        "list:   {\"items\":[{\"id\":\"o1\",\"item\":\"pear\",\"quantity\":3,\"state\":\"placed\"}],\"pages\":1,\"complete\":true}",
                        "file:   \"application/pdf\"");
    }

    @Test
    void write_thatIsNotDeclaredIdempotent_isUnknown_andNotRepeated() throws Exception {
        try (OrderService service = OrderService.start(0, "t0ken-of-the-test");
                HttpAccess access = HttpAccess.builder()
                        .allowLoopback()
                        .credentials(CredentialProvider.of(Map.of(OrderTools.CREDENTIAL, "t0ken-of-the-test")))
                        .build()) {
            HttpTool place = HttpTool.post("orders.place", service.url() + "/orders")
                    .auth(OrderTools.place(service.url()).auth().get(0))
                    .build();
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .tools(place.over(access))
                    .build()) {
                service.failHalfWay();
                ToolOutcome<Json> outcome =
                        runtime.as(Identity.of("acme", "ada", "s")).call("orders.place", PEARS);

                assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
                assertThat(service.orders()).isEqualTo(1);
            }
        }
    }
}
