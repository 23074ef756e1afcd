package dev.harbor.examples.orders;

import dev.harbor.json.Param;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tools.http.HttpAnswer;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpPaging;
import dev.harbor.tools.http.HttpTool;
import java.time.Duration;
import java.util.List;

/** Describes the order service as tools. */
final class OrderTools {

    /** The name under which the credential is known; its value is the provider's. */
    static final String CREDENTIAL = "ORDERS_TOKEN";

    private static final HttpAuth AUTH = HttpAuth.bearer(CREDENTIAL);

    private OrderTools() {}

    /** Is what an order says. */
    record NewOrder(@Param(description = "what is ordered") String item, int quantity) {}

    static HttpTool place(String url) {
        return HttpTool.post("orders.place", url + "/orders")
                .description("Places an order")
                .input(NewOrder.class)
                .effect(SideEffect.WRITE)
                // the service does its work once for one key, so that a failed attempt may be repeated
                .idempotent()
                .policy(ToolPolicy.builder().timeout(Duration.ofSeconds(5)).build())
                .auth(AUTH)
                .build();
    }

    static HttpTool get(String url) {
        return HttpTool.get("orders.get", url + "/orders/{id}")
                .description("Reads an order")
                .effect(SideEffect.READ)
                .auth(AUTH)
                .build();
    }

    static HttpTool list(String url) {
        return HttpTool.get("orders.list", url + "/orders")
                .description("Lists all orders")
                .effect(SideEffect.READ)
                .answer(HttpAnswer.standard().paging(HttpPaging.cursor("/next", "after", "/orders", 50)))
                .auth(AUTH)
                .build();
    }

    static HttpTool receipt(String url) {
        return HttpTool.get("orders.receipt", url + "/orders/{id}/receipt")
                .description("Fetches the receipt of an order, which becomes an artifact")
                .effect(SideEffect.READ)
                .auth(AUTH)
                .build();
    }

    static List<HttpTool> all(String url) {
        return List.of(place(url), get(url), list(url), receipt(url));
    }
}
