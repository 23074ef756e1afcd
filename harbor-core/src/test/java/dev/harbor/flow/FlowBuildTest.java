package dev.harbor.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.error.ErrorCode;
import dev.harbor.flow.Samples.Order;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.TransportKind;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FlowBuildTest {

    private static final Node PRICE = Node.call("price", Samples.PRICE)
            .with("sku", Ref.input("/lines/0/sku"))
            .with("count", Ref.input("/count"));

    private static Flow.Builder order() {
        return Flow.builder("order", Order.class);
    }

    private static List<String> problems(UnaryOperator<Flow.Builder> how) {
        try {
            how.apply(order()).build();
        } catch (InvalidFlow e) {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_FLOW);
            assertThat(e).hasMessageContaining("flow 'order'");
            assertThat(e.problems()).allSatisfy(problem -> assertThat(e).hasMessageContaining(problem));
            return e.problems();
        }
        return List.of();
    }

    @Test
    void flow_ofNothing_isRefused() {
        assertThat(problems(flow -> flow.output(Ref.input()))).containsExactly("it has no node");
        assertThat(problems(flow -> flow.add(PRICE))).containsExactly("it has no output: say output(...)");
    }

    @Test
    void reference_toNoNode_isRefusedWithTheNodesThereAre() {
        assertThat(problems(flow -> flow.add(
                                PRICE,
                                Node.call("charge", Samples.CHARGE).with(Ref.to("prise")),
                                Node.choose("end", "price", "nothing"),
                                Node.step("last", Samples.ANY)
                                        .after("never")
                                        .onlyIf(Condition.isTrue(Ref.to("nowhere"))))
                        .output(Ref.to("done"))))
                .containsExactlyInAnyOrder(
                        "node 'charge' refers to 'prise', which is no node; there are [price, charge, end, last]",
                        "node 'end' refers to 'nothing', which is no node; there are [price, charge, end, last]",
                        "node 'last' refers to 'never', which is no node; there are [price, charge, end, last]",
                        "node 'last' refers to 'nowhere', which is no node; there are [price, charge, end, last]",
                        "the output refers to 'done', which is no node; there are [price, charge, end, last]");
    }

    @Test
    void nodes_thatWaitForEachOther_areRefusedWithTheWayRound() {
        assertThat(problems(flow -> flow.add(
                                PRICE,
                                Node.step("a", Samples.ANY).with(Ref.to("c")),
                                Node.step("b", Samples.ANY).after("a"),
                                Node.step("c", Samples.ANY).onlyIf(Condition.isTrue(Ref.to("b"))),
                                Node.step("d", Samples.ANY).with(Ref.to("a")))
                        .output(Ref.to("d"))))
                .containsExactly("its nodes wait for each other: a -> c -> b -> a");
    }

    @Test
    void node_thatWaitsForItself_isRefused() {
        assertThat(problems(flow ->
                        flow.add(Node.step("a", Samples.ANY).with(Ref.to("a"))).output(Ref.to("a"))))
                .containsExactly("its nodes wait for each other: a -> a");
    }

    @Test
    void name_thatIsTakenTwice_isRefused() {
        assertThat(problems(flow -> flow.add(PRICE, PRICE).output(Ref.to("price"))))
                .containsExactly("two nodes are called 'price'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1st", "a.b", "a#1", "a b", "input", "element", "ä"})
    void name_thatCannotBeOne_isRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Node.step(name, Samples.ANY))
                .withMessageContaining("the name of a node");
    }

    @Test
    void value_ofAnotherType_isRefused() {
        assertThat(problems(
                        flow -> flow.add(PRICE.with("count", Ref.input("/id"))).output(Ref.to("price"))))
                .containsExactly("node 'price' gets 'count' from input/id: it is string where integer is wanted");
    }

    @Test
    void object_thatNeverFits_isRefused() {
        assertThat(problems(flow -> flow.add(
                                PRICE, Node.call("again", Samples.PRICE).with(Ref.to("price")))
                        .output(Ref.to("again"))))
                .containsExactly("node 'again' gets price: it never has 'count', which is required");
    }

    @Test
    void member_thatIsNotTaken_orIsMissing_isRefused() {
        assertThat(problems(flow -> flow.add(Node.call("price", Samples.PRICE)
                                .with("skew", Ref.input("/id"))
                                .with("count", Ref.input("/count")))
                        .output(Ref.to("price"))))
                .containsExactly(
                        "node 'price' takes no 'skew'; it takes [sku, count]",
                        "node 'price' does not get 'sku', which is required");
    }

    @Test
    void reference_toWhereNothingIs_isRefused() {
        assertThat(problems(flow -> flow.add(
                                PRICE.with("sku", Ref.input("/name")),
                                Node.step("a", Samples.ANY).with(Ref.to("price", "/cents/0")),
                                Node.step("b", Samples.ANY).onlyIf(Condition.isTrue(Ref.to("price", "/paid"))))
                        .output(Ref.to("price", "/total"))))
                .containsExactly(
                        "node 'price' refers to input/name, where nothing is",
                        "node 'a' refers to price/cents/0, where nothing is",
                        "node 'b' refers to price/paid, where nothing is",
                        "the output refers to price/total, where nothing is");
    }

    @Test
    void constant_thatDoesNotFit_isRefused() {
        assertThat(problems(flow ->
                        flow.add(PRICE.with("count", Ref.value(Json.of("two")))).output(Ref.to("price"))))
                .singleElement()
                .asString()
                .startsWith("node 'price' gets 'count' from \"two\": ");
        assertThat(problems(flow ->
                        flow.add(PRICE.with("count", Ref.value(Json.of(2)))).output(Ref.to("price"))))
                .isEmpty();
    }

    @Test
    void list_isCheckedLikeItsElements() {
        Node each = Node.call("prices", Samples.PRICE).each(Ref.input("/lines"), 4);
        assertThat(problems(flow -> flow.add(each).output(Ref.to("prices")))).isEmpty();
        assertThat(problems(flow -> flow.add(
                                each, Node.call("charge", Samples.CHARGE).with(Ref.to("prices")))
                        .output(Ref.to("charge"))))
                .containsExactly("node 'charge' gets prices: it is array where object is wanted");
        assertThat(problems(
                        flow -> flow.add(each.with("sku", Ref.element("/count")).with("count", Ref.element("/count")))
                                .output(Ref.to("prices"))))
                .containsExactly("node 'prices' gets 'sku' from element/count: it is integer where string is wanted");
        assertThat(problems(flow -> flow.add(each.each(Ref.input("/id"), 1)).output(Ref.to("prices"))))
                .containsExactly("node 'prices' runs for each element of input/id, which is string");
    }

    @Test
    void element_whereThereIsNoList_isRefused() {
        assertThat(problems(flow -> flow.add(PRICE.with("sku", Ref.element())).output(Ref.element())))
                .containsExactly(
                        "node 'price' refers to an element, but runs for no list: say each(...)",
                        "the output refers to an element, but runs for no list: say each(...)");
    }

    @Test
    void condition_onAnElement_isRefused() {
        assertThat(problems(flow -> flow.add(Node.step("a", Samples.ANY)
                                .each(Ref.input("/lines"), 1)
                                .onlyIf(Condition.isTrue(Ref.element("/ok"))))
                        .output(Ref.to("a"))))
                .containsExactly("node 'a' has a condition on an element; a condition is asked once, before its list");
    }

    @Test
    void arguments_asAWholeAndAsMembers_areRefused() {
        assertThat(problems(flow -> flow.add(PRICE.with(Ref.input())).output(Ref.to("price"))))
                .contains("node 'price' gets its arguments as a whole and as members");
    }

    @Test
    void whatCannotBeDecided_isNotRefused() {
        Node byName = Node.call("stock", "stock.check", SideEffect.READ).with("anything", Ref.input("/id"));
        assertThat(problems(flow -> flow.add(
                                byName,
                                Node.call("price", Samples.PRICE)
                                        .with("sku", Ref.to("stock", "/deep/0/down"))
                                        .with("count", Ref.to("stock", "/n")))
                        .output("price", Ref.to("price"))
                        .output("stock", Ref.to("stock"))))
                .isEmpty();
    }

    @Test
    void effect_isTheStrongestOfTheNodes() {
        Flow.Builder reads = order().add(PRICE).output(Ref.to("price"));
        assertThat(definition(reads).effect()).isEqualTo(SideEffect.READ);
        assertThat(definition(reads.effect(SideEffect.EXTERNAL)).effect()).isEqualTo(SideEffect.EXTERNAL);

        Flow.Builder writes = order().add(
                        PRICE, Node.call("charge", Samples.CHARGE).with(Ref.to("price")))
                .output(Ref.to("charge"));
        assertThat(definition(writes).effect()).isEqualTo(SideEffect.WRITE);
        assertThatExceptionOfType(InvalidFlow.class)
                .isThrownBy(() -> writes.effect(SideEffect.READ).build())
                .withMessageContaining("its effect is declared as READ, but a node of it is WRITE");
    }

    @Test
    void effect_ofAFlowInAFlow_countsAsItsOwn() {
        Flow inner = Flow.builder("inner", Samples.Price.class)
                .add(Node.call("charge", Samples.CHARGE))
                .output(Ref.to("charge"))
                .build();
        Flow.Builder outer = order().add(PRICE, Node.flow("inner", inner).with(Ref.to("price")))
                .output(Ref.to("inner"));
        assertThat(definition(outer).effect()).isEqualTo(SideEffect.WRITE);
    }

    @Test
    void schemas_areDerived() {
        Flow flow = order().add(PRICE, Node.call("all", Samples.PRICE).each(Ref.input("/lines"), 2))
                .output("total", Ref.to("price", "/cents"))
                .output("all", Ref.to("all"))
                .description("Prices an order")
                .build();
        ToolDefinition definition = flow.tool().definition();

        assertThat(definition.transport()).isEqualTo(TransportKind.FLOW);
        assertThat(definition.description()).isEqualTo("Prices an order");
        assertThat(definition.inputSchema())
                .isEqualTo(Tool.of("x", Order.class, Order.class, o -> o)
                        .definition()
                        .inputSchema());
        JsonSchema output = JsonSchema.compile(definition.outputSchema());
        assertThat(output.validate(Json.parse("{\"total\":1,\"all\":[{\"cents\":2,\"currency\":\"EUR\"}]}")))
                .isEmpty();
        assertThat(output.validate(Json.parse("{\"total\":\"1\"}"))).hasSize(1);
        assertThat(output.validate(Json.parse("{\"all\":[{\"cents\":2}]}"))).hasSize(1);
        assertThat(output.validate(Json.parse("{\"tital\":1}"))).hasSize(1);
    }

    @Test
    void bounds_areHeld() {
        assertThatIllegalArgumentException().isThrownBy(() -> order().hops(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> order().costMicros(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> order().maxParallel(0));
        assertThatIllegalArgumentException().isThrownBy(() -> order().maxParallel(257));
        assertThatIllegalArgumentException().isThrownBy(() -> order().deadline(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> order().output("", Ref.input()));
        assertThatIllegalArgumentException().isThrownBy(() -> PRICE.deadline(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> PRICE.cost(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> PRICE.each(Ref.input(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Ref.to("a", "b"));
        Flow.Builder many = order().output(Ref.to("n0"));
        for (int i = 0; i <= Flow.MAX_NODES; i++) {
            many.add(Node.step("n" + i, Samples.ANY));
        }
        assertThatExceptionOfType(InvalidFlow.class).isThrownBy(many::build).withMessageContaining("1001 nodes");
    }

    private static ToolDefinition definition(Flow.Builder flow) {
        return flow.build().tool().definition();
    }
}
