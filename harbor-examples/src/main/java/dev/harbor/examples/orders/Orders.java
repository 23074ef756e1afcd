package dev.harbor.examples.orders;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpTool;
import dev.harbor.tools.http.HttpToolset;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;

/** Wraps the order service, places an order whose answer gets lost, and shows that there is one order in the end. */
public final class Orders {

    private static final String TOKEN = "only-for-this-example";

    private Orders() {}

    /** Runs the example. */
    public static void main(String[] arguments) throws IOException {
        run(System.out);
    }

    static void run(PrintStream out) throws IOException {
        try (OrderService service = OrderService.start(0, TOKEN);
                HttpAccess access = HttpAccess.builder()
                        .allowLoopback()
                        .credentials(CredentialProvider.of(Map.of(OrderTools.CREDENTIAL, TOKEN)))
                        .build();
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .source(HttpToolset.of(
                                "orders", access, OrderTools.all(service.url()).toArray(HttpTool[]::new)))
                        .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            service.failHalfWay();
            Json order = ada.call("orders.place", Json.parse("{\"item\": \"pear\", \"quantity\": 3}"))
                    .orThrow();
            out.println("placed: " + order);
            out.println("orders: " + service.orders());
            out.println("again:  "
                    + ada.call("orders.get", Json.parse("{\"id\": \"o1\"}")).orThrow());
            out.println("none:   "
                    + ada.call("orders.get", Json.parse("{\"id\": \"o9\"}"))
                            .getClass()
                            .getSimpleName());
            out.println("list:   " + ada.call("orders.list", Json.EMPTY_OBJECT).orThrow());
            out.println("file:   "
                    + ada.call("orders.receipt", Json.parse("{\"id\": \"o1\"}"))
                            .orThrow()
                            .get("mime")
                            .orElseThrow());
        }
    }
}
