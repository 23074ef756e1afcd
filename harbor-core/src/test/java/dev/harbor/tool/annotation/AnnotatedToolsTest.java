package dev.harbor.tool.annotation;

import static dev.harbor.tool.annotation.Calls.call;
import static dev.harbor.tool.annotation.Calls.invoke;
import static dev.harbor.tool.annotation.Calls.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Codec;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Param;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolCodecs;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AnnotatedToolsTest {

    // ---- what the types say about null inside

    /** Takes and returns what a subclass says. */
    public static class Base<T, L> {

        /** Returns what it is given. */
        @HarborTool(name = "inside.variable")
        public T variable(T value, L more) {
            return value;
        }
    }

    /** Says null in all places where a type can be. */
    public static class Inside extends Base<@Nullable Integer, List<@Nullable Integer>> {

        /** Takes a list with holes. */
        @HarborTool(name = "inside.list")
        public List<@Nullable String> list(List<@Nullable String> values) {
            return values;
        }

        /** Takes an array with holes. */
        @HarborTool(name = "inside.array")
        public @Nullable String[] array(@Nullable String[] values) {
            return values;
        }

        /** Takes a map with holes in lists. */
        @HarborTool(name = "inside.deep")
        public Map<String, List<? extends @Nullable Integer>> deep(
                Map<String, List<? extends @Nullable Integer>> values) {
            return values;
        }

        /** Hands back an output with holes. */
        @HarborTool(name = "inside.output")
        public ToolOutput<List<@Nullable String>> output(List<List<@Nullable String>> values) {
            return ToolOutput.of(values.get(0));
        }

        /** Takes no holes. */
        @HarborTool(name = "inside.none")
        public List<String> none(List<String> values) {
            return values;
        }
    }

    @Test
    void null_insideATypeThatAllowsIt_isReadAndWritten() {
        for (List<String> each : List.of(
                List.of("inside.list", "{\"values\":[\"a\",null]}", "[\"a\",null]"),
                List.of("inside.array", "{\"values\":[null,\"b\"]}", "[null,\"b\"]"),
                List.of("inside.deep", "{\"values\":{\"a\":[1,null]}}", "{\"a\":[1,null]}"),
                List.of("inside.output", "{\"values\":[[null]]}", "[null]"),
                List.of("inside.variable", "{\"value\":7,\"more\":[null]}", "7"),
                List.of("inside.variable", "{\"value\":null,\"more\":[]}", "null"),
                List.of("inside.variable", "{\"more\":[]}", "null"))) {
            Tool<?, ?> tool = Calls.named(new Inside(), each.get(0));
            assertThat(call(tool, each.get(1))).as(each.get(0)).isEqualTo(each.get(2));
            assertThat(JsonSchema.compile(tool.definition().inputSchema()).validate(Json.parse(each.get(1))))
                    .isEmpty();
            assertThat(JsonSchema.compile(tool.definition().outputSchema()).validate(Json.parse(each.get(2))))
                    .isEmpty();
        }
    }

    @Test
    void null_insideATypeThatDoesNotAllowIt_isRefused() {
        assertThatThrownBy(() -> call(Calls.named(new Inside(), "inside.none"), "{\"values\":[null]}"))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessage("/values/0 must be string, was null");
        assertThatThrownBy(() -> call(Calls.named(new Inside(), "inside.list"), "{\"values\":null}"))
                .isInstanceOf(InvalidJsonException.class);
        assertThatThrownBy(() -> call(Calls.named(new Inside(), "inside.output"), "{\"values\":[null]}"))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessage("/values/0 must be array, was null");
    }

    // ---- what the mark says

    /** Says everything. */
    public static class Full {

        /** Pays. */
        @HarborTool(
                name = "billing.pay",
                version = "v3",
                description = "Pays an invoice",
                effect = SideEffect.WRITE,
                idempotent = true,
                tags = {"money", "billing"},
                authScopes = "pay",
                loading = Loading.DEFERRED)
        public String pay(String invoice) {
            return "paid " + invoice;
        }

        /** Is no tool. */
        public String notMarked() {
            return "";
        }
    }

    /** Says nothing. */
    public static class Plain {

        /** Greets. */
        @HarborTool
        public String greet(String name) {
            return "hello " + name;
        }
    }

    @Test
    void mark_becomesTheDefinition() {
        Tool<?, ?> tool = only(new Full());

        assertThat(tool.id()).hasToString("billing.pay@v3");
        assertThat(tool.definition().description()).isEqualTo("Pays an invoice");
        assertThat(tool.definition().effect()).isEqualTo(SideEffect.WRITE);
        assertThat(tool.definition().isIdempotent()).isTrue();
        assertThat(tool.definition().tags()).containsExactly("money", "billing");
        assertThat(tool.definition().authScopes()).containsExactly("pay");
        assertThat(tool.definition().loading()).isEqualTo(Loading.DEFERRED);
        assertThat(call(tool, "{\"invoice\":\"7\"}")).isEqualTo("\"paid 7\"");
    }

    @Test
    void mark_withoutValues_takesTheMethodsName_andDeclaresNoEffect() {
        Tool<?, ?> tool = only(new Plain());

        assertThat(tool.id()).hasToString("greet@v1");
        assertThat(tool.definition().description()).isEqualTo("greet");
        assertThat(tool.definition().effect()).isEqualTo(SideEffect.STATEFUL);
        assertThat(tool.definition().isEffectDeclared()).isFalse();
        assertThat(call(tool, "{\"name\":\"Ada\"}")).isEqualTo("\"hello Ada\"");
    }

    /** Two versions, and names out of order. */
    public static class Many {

        /** Is last. */
        @HarborTool
        public int z() {
            return 1;
        }

        /** Is first. */
        @HarborTool(name = "a")
        public int y() {
            return 2;
        }

        /** Is second. */
        @HarborTool(name = "a", version = "v2")
        public int x() {
            return 3;
        }
    }

    @Test
    void tools_areSortedById() {
        assertThat(AnnotatedTools.of(new Many()))
                .extracting(tool -> tool.id().toString())
                .containsExactly("a@v1", "a@v2", "z@v1");
    }

    // ---- parameters

    /** A stop on a journey. */
    public record Stop(String city, int days) {}

    /** Takes parameters of all kinds. */
    public static class Parameters {

        /** Takes none. */
        @HarborTool
        public String none() {
            return "fine";
        }

        /** Takes two of related types. */
        @HarborTool
        public String divide(@Param(description = "what is divided") int dividend, @Param("by") int divisor) {
            return dividend + "/" + divisor;
        }

        /** Takes what may be missing. */
        @HarborTool
        public String optional(Optional<String> a, @Nullable String b, @Param(defaultValue = "3") int c) {
            return a.orElse("-") + b + c;
        }

        /** Takes generics. */
        @HarborTool
        public String generic(List<Stop> stops, Map<String, List<Integer>> more) {
            return stops.get(0).city() + more;
        }

        /** Takes names that others reserve. */
        @HarborTool
        public String names(String toolContext, String inputStream, String context) {
            return toolContext + inputStream + context;
        }

        /** Takes the context, and what is no context. */
        @HarborTool
        public String context(Json payload, ToolContext caller, String name, ToolContext again) {
            return payload + caller.callId() + name + (caller == again);
        }

        /** Takes many. */
        @HarborTool
        public int sum(int... numbers) {
            return java.util.stream.IntStream.of(numbers).sum();
        }

        /** Takes an artifact. */
        @HarborTool
        public String artifact(ArtifactRef file) {
            return file.sha256();
        }
    }

    @Test
    void parameters_none_giveTheClosedEmptyObject() {
        Tool<?, ?> tool = named("none");

        assertThat(tool.definition().inputSchema())
                .isEqualTo(Json.parse("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}"));
        assertThat(call(tool, "{}")).isEqualTo("\"fine\"");
        assertThatThrownBy(() -> call(tool, "{\"x\":1}")).isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void parameters_areBoundByName() {
        Tool<?, ?> tool = named("divide");

        assertThat(call(tool, "{\"by\":2,\"dividend\":6}")).isEqualTo("\"6/2\"");
        assertThat(tool.definition().inputSchema().at("/properties/dividend/description"))
                .contains(Json.of("what is divided"));
        assertThat(tool.definition().inputSchema().at("/required")).contains(Json.parse("[\"by\",\"dividend\"]"));
        assertThatThrownBy(() -> call(tool, "{\"divisor\":2,\"dividend\":6}")).isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void parameters_thatMayBeMissing_areGivenWhatTheySay() {
        Tool<?, ?> tool = named("optional");

        assertThat(call(tool, "{}")).isEqualTo("\"-null3\"");
        assertThat(call(tool, "{\"a\":null,\"b\":null,\"c\":null}")).isEqualTo("\"-null3\"");
        assertThat(call(tool, "{\"a\":\"x\",\"b\":\"y\",\"c\":4}")).isEqualTo("\"xy4\"");
    }

    @Test
    void parameters_ofGenericTypes_areReadExactly() {
        assertThat(call(named("generic"), "{\"stops\":[{\"city\":\"Oslo\",\"days\":1}],\"more\":{\"a\":[1,2]}}"))
                .isEqualTo("\"Oslo{a=[1, 2]}\"");
    }

    @Test
    void parameters_ofAnyName_areArguments() {
        assertThat(call(named("names"), "{\"toolContext\":\"a\",\"inputStream\":\"b\",\"context\":\"c\"}"))
                .isEqualTo("\"abc\"");
    }

    @Test
    void context_isInjectedByItsTypeOnly_andNotInTheSchema() {
        Tool<?, ?> tool = named("context");

        assertThat(tool.definition()
                        .inputSchema()
                        .at("/properties")
                        .orElseThrow()
                        .members())
                .containsOnlyKeys("payload", "name");
        assertThat(call(tool, "{\"payload\":{\"a\":1},\"name\":\"n\"}")).isEqualTo("\"{\\\"a\\\":1}call-1ntrue\"");
    }

    @Test
    void parameters_ofVariableNumber_areAnArray() {
        assertThat(call(named("sum"), "{\"numbers\":[1,2,3]}")).isEqualTo("6");
        assertThat(call(named("sum"), "{\"numbers\":[]}")).isEqualTo("0");
    }

    @Test
    void parameter_mayBeAnArtifact() {
        String hex = "0123456789abcdef".repeat(4);

        assertThat(call(named("artifact"), "{\"file\":\"sha256:" + hex + "\"}")).isEqualTo('"' + hex + '"');
    }

    // ---- results

    /** Returns all kinds. */
    public static class Results {

        /** Returns nothing. */
        @HarborTool
        public void nothing() {}

        /** Returns a record. */
        @HarborTool
        public Stop stop() {
            return new Stop("Oslo", 2);
        }

        /** Returns what may be null. */
        @HarborTool
        public @Nullable Stop maybe(boolean there) {
            return there ? stop() : null;
        }

        /** Returns null although it says nothing of it. */
        @HarborTool
        public Stop broken() {
            return null;
        }

        /** Returns more than a value. */
        @HarborTool
        public ToolOutput<List<Integer>> output() {
            return ToolOutput.of(List.of(1, 2))
                    .block("text/plain", () -> new java.io.ByteArrayInputStream(new byte[1]));
        }
    }

    @Test
    void result_ofNothing_isNull() {
        Tool<?, ?> tool = Calls.named(new Results(), "nothing");

        assertThat(call(tool, "{}")).isEqualTo("null");
        assertThat(tool.definition().outputSchema()).isEqualTo(Json.parse("{\"type\":\"null\"}"));
    }

    @Test
    void result_isWrittenByItsType() {
        assertThat(call(Calls.named(new Results(), "stop"), "{}")).isEqualTo("{\"city\":\"Oslo\",\"days\":2}");
    }

    @Test
    void result_thatMayBeNull_isNull() {
        Tool<?, ?> tool = Calls.named(new Results(), "maybe");

        assertThat(call(tool, "{\"there\":true}")).isEqualTo("{\"city\":\"Oslo\",\"days\":2}");
        assertThat(call(tool, "{\"there\":false}")).isEqualTo("null");
    }

    @Test
    void result_thatIsNullUnsaid_isTheToolsFault() {
        assertThatThrownBy(() -> call(Calls.named(new Results(), "broken"), "{}"))
                .isInstanceOf(InvalidResult.class);
    }

    @Test
    void result_mayHaveBlocks() throws Exception {
        Tool<?, ?> tool = Calls.named(new Results(), "output");

        assertThat(invoke(tool, "{}").blocks()).hasSize(1);
        assertThat(call(tool, "{}")).isEqualTo("[1,2]");
    }

    // ---- failures

    /** Fails. */
    public static class Failing {

        /** Fails in the way asked for. */
        @HarborTool
        public String fail(String how) throws IOException {
            switch (how) {
                case "checked" -> throw new IOException("disk");
                case "error" -> throw new StackOverflowError("deep");
                default -> throw new IllegalStateException("state");
            }
        }
    }

    @Test
    void failure_isThrownAsItIs() {
        Tool<?, ?> tool = only(new Failing());

        assertThatThrownBy(() -> call(tool, "{\"how\":\"checked\"}")).isExactlyInstanceOf(IOException.class);
        assertThatThrownBy(() -> call(tool, "{\"how\":\"error\"}")).isExactlyInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> call(tool, "{\"how\":\"other\"}")).isExactlyInstanceOf(IllegalStateException.class);
    }

    // ---- codecs

    /** Is unknown to the standard codecs. */
    public static final class Money {

        private final int cents;

        Money(int cents) {
            this.cents = cents;
        }
    }

    /** Takes it. */
    public static class Till {

        /** Adds. */
        @HarborTool
        public int add(Money one, Money other) {
            return one.cents + other.cents;
        }
    }

    @Test
    void codecs_ofTheCallersOwn_areUsed() {
        Codec<Money> money = Codec.custom(
                Money.class,
                Json.parse("{\"type\":\"integer\"}"),
                json -> new Money(json.asInt()),
                value -> Json.of(value.cents));

        assertThatThrownBy(() -> AnnotatedTools.of(new Till()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("Till.add(Money, Money)", "Money");
        assertThat(call(
                        AnnotatedTools.of(
                                        new Till(),
                                        Till.class,
                                        ToolCodecs.factory().with(Money.class, money))
                                .get(0),
                        "{\"one\":1,\"other\":2}"))
                .isEqualTo("3");
    }

    private static Tool<?, ?> named(String name) {
        return Calls.named(new Parameters(), name);
    }
}
