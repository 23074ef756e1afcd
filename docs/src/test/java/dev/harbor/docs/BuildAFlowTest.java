package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.flow.Condition;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that the page on building flows quotes. */
final class BuildAFlowTest {

    // snippet: flow-tools
    record Line(String sku, int count) {}

    record Order(String customer, List<Line> lines) {}

    record Price(int cents) {}

    record Prices(List<Price> prices) {}

    record Total(int cents, boolean discount) {}

    record Receipt(String text) {}

    static final Tool<Line, Price> PRICE = Tool.of(
                    "shop.price", Line.class, Price.class, line -> new Price(line.count() * 100))
            .effect(SideEffect.READ);

    static final Tool<Prices, Total> SUM =
            Tool.of("sum", Prices.class, Total.class, BuildAFlowTest::sum).effect(SideEffect.PURE);

    static final Tool<Total, Total> DISCOUNT = Tool.of(
                    "discount", Total.class, Total.class, total -> new Total(total.cents() * 9 / 10, true))
            .effect(SideEffect.PURE);
    // end

    private static Total sum(Prices prices) {
        return new Total(prices.prices().stream().mapToInt(Price::cents).sum(), false);
    }

    private static Flow flow() {
        // snippet: flow-build
        Flow flow = Flow.builder("shop.total", Order.class)
                .description("What an order costs")
                .add(
                        Node.call("prices", PRICE).each(Ref.input("/lines"), 4),
                        Node.step("sum", SUM).with("prices", Ref.to("prices")),
                        Node.step("discount", DISCOUNT)
                                .with(Ref.to("sum"))
                                .onlyIf(Condition.test("over 1000", Ref.to("sum", "/cents"), c -> c.asInt() > 1000)),
                        Node.choose("total", "discount", "sum"))
                .output("customer", Ref.input("/customer"))
                .output("cents", Ref.to("total", "/cents"))
                .deadline(Duration.ofSeconds(30))
                .hops(50)
                .build();
        // end
        return flow;
    }

    @Test
    void flow_isCalledLikeATool() {
        Flow flow = flow();
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .tools(PRICE, flow.tool())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            // snippet: flow-call
            Json order = Json.parse("""
                    {"customer": "Bo", "lines": [{"sku": "pear", "count": 20}, {"sku": "fig", "count": 10}]}""");
            Json total = ada.call("shop.total", order).orThrow();
            assertThat(total).isEqualTo(Json.parse("{\"customer\": \"Bo\", \"cents\": 2700}"));
            // end
        }
    }

    @Test
    void flow_isDrawn() {
        Flow flow = flow();
        // snippet: flow-draw
        assertThat(flow.mermaid())
                .startsWith("flowchart TD\n")
                .contains("n_sum -- \"/cents\" --> n_discount", "only if over 1000");
        // end
    }
}
