package dev.harbor.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import org.junit.jupiter.api.Test;

final class PictureTest {

    private static final Flow FLOW = Flow.builder("order \"x\"", Samples.Order.class)
            .add(
                    Node.call("prices", Samples.PRICE).each(Ref.input("/lines"), 4),
                    Node.step("sum-up", Samples.ANY)
                            .with("all", Ref.to("prices"))
                            .with("id", Ref.input("/id")),
                    Node.call("charge", Samples.CHARGE)
                            .with(Ref.value(Json.parse("{\"cents\":1,\"currency\":\"EUR\"}")))
                            .onlyIf(Condition.equal(Ref.to("sum-up", "/ok"), Json.of("yes <now>"))),
                    Node.step("wait", Samples.ANY).after("charge"),
                    Node.choose("end", "charge", "wait"))
            .output("result", Ref.to("end"))
            .build();

    @Test
    void mermaid_showsNodesEdgesListsAndConditions() {
        assertThat(FLOW.mermaid().lines())
                .containsExactly(
                        "flowchart TD",
                        "    n_input([\"input\"])",
                        "    n_prices[[\"prices<br/>shop.price@v1, read<br/>for each of input/lines, 4 at once\"]]",
                        "    n_sum_up_" + Integer.toHexString("sum-up".hashCode())
                                + "[\"sum-up<br/>any.thing@v1, pure\"]",
                        "    n_charge[[\"charge<br/>shop.charge@v1, write<br/>only if sum-up/ok = &quot;yes &lt;now&gt;&quot;\"]]",
                        "    n_wait[\"wait<br/>any.thing@v1, pure\"]",
                        "    n_end{\"end<br/>first that ran\"}",
                        "    n_output([\"output\"])",
                        "    n_input -- \"/lines\" --> n_prices",
                        "    n_prices --> n_sum_up_" + Integer.toHexString("sum-up".hashCode()),
                        "    n_input -- \"/id\" --> n_sum_up_" + Integer.toHexString("sum-up".hashCode()),
                        "    n_sum_up_" + Integer.toHexString("sum-up".hashCode()) + " -- \"/ok\" --> n_charge",
                        "    n_input --> n_wait",
                        "    n_charge -- \"after\" --> n_wait",
                        "    n_charge --> n_end",
                        "    n_wait --> n_end",
                        "    n_end -- \"result\" --> n_output");
    }

    @Test
    void dot_quotesWhatIsNoName() {
        assertThat(FLOW.dot())
                .startsWith("digraph \"order \\\"x\\\"\" {\n")
                .contains(
                        "    \"node charge\" [shape=component, label=\"charge\\nshop.charge@v1, write\\nonly if sum-up/ok ="
                                + " \\\"yes <now>\\\"\"];\n")
                .contains("    \"node end\" [shape=diamond, label=\"end\\nfirst that ran\"];\n")
                .contains("    \"input\" -> \"node prices\" [label=\"/lines\"];\n")
                .contains("    \"node end\" -> \"output\" [label=\"result\"];\n")
                .endsWith("}\n");
    }

    @Test
    void nodes_areInAnOrderInWhichTheyCouldRun() {
        assertThat(FLOW.nodes()).containsExactly("prices", "sum-up", "charge", "wait", "end");
        assertThat(FLOW).hasToString("Flow[order \"x\", 5 nodes]");
        assertThat(FLOW.tool().definition().effect()).isEqualTo(SideEffect.WRITE);
    }
}
