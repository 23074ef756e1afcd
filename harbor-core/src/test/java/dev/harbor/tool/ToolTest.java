package dev.harbor.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.TypeRef;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway") // what is missing is what is tested
final class ToolTest {

    record Text(String text) {}

    private static final Json SCHEMA = Json.parse("{\"type\":\"object\"}");

    private static List<ThrowingCallable> facesOfName(String name) {
        return List.of(
                () -> Tool.of(name, Text.class, Text.class, text -> text),
                () -> Tool.of(name, Text.class, Text.class, (text, context) -> text),
                () -> Tool.of(name, new TypeRef<Text>() {}, new TypeRef<Text>() {}, text -> text),
                () -> Tool.over(name, Codec.of(Text.class), Codec.of(Text.class), (text, context) -> text),
                () -> Tool.producing(name, Text.class, Text.class, (text, context) -> ToolOutput.of(text)),
                () -> Tool.json(name, SCHEMA, json -> json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " text.keep", "text.keep ", "text@keep", "text\nkeep", "text\u0000keep"})
    void name_thatIsNone_isRefusedByEachFace(String name) {
        assertThat(facesOfName(name))
                .allSatisfy(making -> assertThatThrownBy(making)
                        .isInstanceOf(InvalidToolDefinition.class)
                        .hasMessageContaining("a tool name has 1 to 256 printable characters"));
    }

    @ParameterizedTest
    @ValueSource(ints = {257, 1 << 20})
    void name_thatIsTooLong_isRefusedByEachFace_withoutRepeatingIt(int length) {
        assertThat(facesOfName("x".repeat(length)))
                .allSatisfy(making -> assertThatThrownBy(making)
                        .isInstanceOf(InvalidToolDefinition.class)
                        .hasMessageContaining("a tool name has 1 to 256 printable characters")
                        .hasMessageEndingWith("got a name of " + length + " characters"));
        assertThat(facesOfName("x".repeat(256)))
                .allSatisfy(making -> assertThatCode(making).doesNotThrowAnyException());
    }

    @Test
    void schemas_thatWereCompiledBefore_areThoseOfTheDefinition() {
        ToolDefinition definition = Tool.json("t", SCHEMA, json -> json).definition();
        JsonSchema same = JsonSchema.compile(Json.parse("{ \"type\" : \"object\" }"));
        JsonSchema other = JsonSchema.compile(Json.parse("{\"type\":\"array\"}"));
        ToolHandler<Json, ToolOutput<Json>> code = (json, context) -> ToolOutput.of(json);

        assertThat(Tool.json(definition, same, null, code).definition()).isSameAs(definition);
        assertThatThrownBy(() -> Tool.json(definition, other, null, code))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("input schema");
        assertThatThrownBy(() -> Tool.json(definition, same, other, code))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("output schema");
    }

    @Test
    void name_thatIsMissing_isRefusedByEachFace() {
        assertThat(facesOfName(null))
                .allSatisfy(making -> assertThatThrownBy(making).isInstanceOf(NullPointerException.class));
    }

    @Test
    void code_thatIsMissing_isRefusedByEachFace_whenTheToolIsMade() {
        ToolFunction<Text, Text> function = null;
        ToolHandler<Text, Text> handler = null;
        ToolHandler<Text, ToolOutput<Text>> producer = null;
        ToolFunction<Json, Json> json = null;
        ToolHandler<Json, ToolOutput<Json>> producingJson = null;
        ToolInvoker<Text, Text> invoker = null;
        ToolDefinition definition =
                ToolDefinition.builder(ToolId.of("text.keep"), SCHEMA).build();
        List<ThrowingCallable> faces = List.of(
                () -> Tool.of("text.keep", Text.class, Text.class, function),
                () -> Tool.of("text.keep", Text.class, Text.class, handler),
                () -> Tool.of("text.keep", new TypeRef<Text>() {}, new TypeRef<Text>() {}, function),
                () -> Tool.of("text.keep", new TypeRef<Text>() {}, new TypeRef<Text>() {}, handler),
                () -> Tool.over("text.keep", Codec.of(Text.class), Codec.of(Text.class), handler),
                () -> Tool.producing("text.keep", Text.class, Text.class, producer),
                () -> Tool.producing("text.keep", Codec.of(Text.class), Codec.of(Text.class), producer),
                () -> Tool.json("text.keep", SCHEMA, json),
                () -> Tool.json(definition, producingJson),
                () -> Tool.of(definition, invoker));

        assertThat(faces).allSatisfy(making -> assertThatThrownBy(making).isInstanceOf(NullPointerException.class));
    }

    @Test
    void tool_heldToTheStrictSubset_staysSo_whateverElseChanges() {
        Tool<Text, Text> strict =
                Tool.of("text.keep", Text.class, Text.class, text -> text).strict();

        assertThat(List.of(
                        strict.description("Keeps"),
                        strict.policy(dev.harbor.policy.ToolPolicy.STANDARD),
                        strict.tenants("acme"),
                        strict.observes(),
                        strict.invoker(code -> code)))
                .allMatch(Tool::isStrict);
        assertThat(Tool.of("text.keep", Text.class, Text.class, text -> text).isStrict())
                .isFalse();
    }
}
