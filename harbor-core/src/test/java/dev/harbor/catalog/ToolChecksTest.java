package dev.harbor.catalog;

import static dev.harbor.catalog.Samples.CLOSED;
import static dev.harbor.catalog.Samples.catalog;
import static dev.harbor.catalog.Samples.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolExample;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ToolChecksTest {

    // ---- examples

    @ParameterizedTest
    @ValueSource(strings = {"{\"city\":\"Oslo\"}", "{\"city\":\"Oslo\",\"days\":3}"})
    void example_thatFits_isRegistered(String arguments) {
        assertThat(listed(catalog(withExamples(CLOSED, arguments)).snapshot())).containsExactly("forecast");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'city':'Oslo','dayz':3} | 'dayz' is not declared; declared are city, days",
                "{'days':3}               | city",
                "{}                       | city",
                "{'city':5}               | /city",
                "{'city':'Oslo','days':'x'} | /days",
            })
    void example_thatDoesNotFit_isRefusedNamingToolNumberAndPlace(String arguments, String place) {
        Tool<?, ?> tool = withExamples(CLOSED, "{\"city\":\"Oslo\"}", arguments.replace('\'', '"'));

        assertThatThrownBy(() -> catalog(tool))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContainingAll("forecast@v1", "number 1", place);
    }

    @Test
    void example_withUndeclaredMember_isRefusedInAnOpenSchemaToo() {
        Json open = Json.parse("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}");

        assertThatThrownBy(() -> catalog(withExamples(open, "{\"town\":\"Oslo\"}")))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("'town' is not declared; declared are city");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\"}",
                "{\"type\":\"object\",\"properties\":{\"a\":{}},\"additionalProperties\":true}",
                "{\"type\":\"object\",\"properties\":{\"a\":{}},\"additionalProperties\":{\"type\":\"string\"}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{}},\"patternProperties\":{\"^t\":{}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{}},\"allOf\":[{\"properties\":{\"town\":{}}}]}"
            })
    void example_whereOtherMembersAreMeantToBeAllowed_isRegistered(String schema) {
        assertThat(listed(catalog(withExamples(Json.parse(schema), "{\"town\":\"Oslo\"}"))
                        .snapshot()))
                .containsExactly("forecast");
    }

    @Test
    void example_withoutArguments_isRegisteredWhereNoneAreRequired() {
        assertThat(listed(catalog(withExamples(Samples.ANY_OBJECT, "{}")).snapshot()))
                .containsExactly("forecast");
    }

    @Test
    void tool_refused_leavesNothingBehind() {
        ToolCatalog catalog = catalog(Samples.tool("read"));
        Tool<?, ?> bad = withExamples(CLOSED, "{}");

        assertThatThrownBy(() -> catalog.replace(ExternalToolset.of("s", "g", List.of(Samples.tool("ok"), bad))))
                .isInstanceOf(ToolsetChangeException.class);
        assertThat(listed(catalog.snapshot())).containsExactly("read");
        assertThat(Samples.resolve(catalog, "forecast")).isInstanceOf(ToolLookup.NotFound.class);
    }

    // ---- bounds

    @Test
    void labels_areBounded() {
        String[] many = new String[65];
        java.util.Arrays.setAll(many, i -> "tag" + i);

        assertThatThrownBy(() -> catalog(Samples.tool("t").tags(many)))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContainingAll("t@v1", "64");
        assertThat(catalog(Samples.tool("t").tags(java.util.Arrays.copyOf(many, 64)))
                        .snapshot()
                        .tools())
                .hasSize(1);
        assertThatThrownBy(() -> catalog(Samples.tool("t").tags(" "))).isInstanceOf(InvalidToolDefinition.class);
        assertThat(catalog(Samples.tool("t").authScopes("x".repeat(128)))
                        .snapshot()
                        .tools())
                .hasSize(1);
        assertThatThrownBy(() -> catalog(Samples.tool("t").authScopes("x".repeat(129))))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("scope");
    }

    @Test
    void schema_thatIsNotLegal_isRefusedNamingTheTool() {
        Json illegal = Json.parse("{\"type\":\"objekt\"}");
        ToolDefinition definition =
                ToolDefinition.builder(ToolId.of("forecast"), illegal).build();
        Tool<Json, Json> legal = Samples.tool("read");

        assertThatThrownBy(() -> Tool.of(definition, legal.invoker()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SCHEMA))
                .hasMessageContaining("forecast@v1");
        assertThatThrownBy(() -> legal.define(builder -> builder.outputSchema(illegal)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("read@v1");
    }

    // ---- the strict profile

    @ParameterizedTest
    @ValueSource(strings = {"repo.read", "a.b_2.c"})
    void strict_dottedName_isRegistered(String name) {
        assertThat(listed(strict(named(name)).snapshot())).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "Repo.read", "repo..x", "repo.9x", "repo.", ".repo", "repo.re-ad", "repo.réad"})
    void strict_otherName_isRefused_andOpenTakesIt(String name) {
        assertThatThrownBy(() -> strict(named(name)))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("strict");
        assertThat(listed(catalog(named(name)).snapshot())).containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource({
        "v1, true",
        "v10, true",
        "v0, false",
        "v01, false",
        "1, false",
        "V1, false",
        "latest, false",
        "'', false"
    })
    void version_isVAndANumber(String version, boolean allowed) {
        if (allowed) {
            assertThat(strict(named("repo.read").version(version)).snapshot().tools())
                    .hasSize(1);
        } else {
            assertThatThrownBy(() -> named("repo.read").version(version)).isInstanceOf(InvalidToolDefinition.class);
        }
    }

    @Test
    void strict_withoutEffect_isRefused() {
        Tool<Json, Json> undeclared = Tool.json("repo.read", CLOSED, arguments -> arguments);

        assertThatThrownBy(() -> strict(undeclared))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("effect");
        assertThat(strict(undeclared.effect(SideEffect.STATEFUL)).snapshot().tools())
                .hasSize(1);
        assertThat(catalog(undeclared).snapshot().tools()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"4096, true", "4097, false"})
    void strict_description_isBoundedInBytes(int bytes, boolean allowed) {
        Tool<?, ?> tool = named("repo.read").description("é" + "x".repeat(bytes - 2));

        if (allowed) {
            assertThat(strict(tool).snapshot().tools()).hasSize(1);
        } else {
            assertThatThrownBy(() -> strict(tool))
                    .isInstanceOf(InvalidToolDefinition.class)
                    .hasMessageContaining("4097");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":{}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"properties\":{}}},\"additionalProperties\":false}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\"}},\"additionalProperties\":false}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"string\",\"null\"]}},\"additionalProperties\":false}",
                "{\"type\":\"object\",\"properties\":{},\"required\":[\"a\"],\"additionalProperties\":false}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"frobnicate\":1}},\"additionalProperties\":false}"
            })
    void strict_schemaLeftOpen_isRefusedNamingTheTool_andOpenTakesIt(String schema) {
        Tool<Json, Json> tool = Tool.json("repo.read", Json.parse(schema), arguments -> arguments)
                .effect(SideEffect.READ);

        assertThatThrownBy(() -> strict(tool))
                .isInstanceOfSatisfying(
                        ConfigurationException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SCHEMA))
                .hasMessageContaining("repo.read@v1");
        assertThat(catalog(tool).snapshot().tools()).hasSize(1);
    }

    @Test
    void strictSource_isHeldToIt_inAnOpenCatalog() {
        ToolCatalog catalog = ToolCatalog.builder().strictSources("files").build();

        assertThatThrownBy(() -> catalog.replace(ExternalToolset.of("files", "g", List.of(named("read")))))
                .isInstanceOfSatisfying(
                        ToolsetChangeException.class,
                        e -> assertThat(e.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_BUILD_FAILED))
                .hasMessageContaining("strict");
        assertThat(listed(catalog.replace(ExternalToolset.of("mail", "g", List.of(named("read"))))))
                .containsExactly("read");
        assertThat(listed(catalog.replace(ExternalToolset.of("files", "g", List.of(named("files.read"))))))
                .contains("files.read");
    }

    @Test
    void strictCatalog_holdsEverySourceToIt() {
        ToolCatalog catalog =
                ToolCatalog.builder().profile(RegistrationProfile.STRICT).build();

        assertThatThrownBy(() -> catalog.replace(ExternalToolset.of("mail", "g", List.of(named("read")))))
                .isInstanceOf(ToolsetChangeException.class);
    }

    private static ToolCatalog strict(Tool<?, ?> tool) {
        return ToolCatalog.builder()
                .profile(RegistrationProfile.STRICT)
                .declare(tool)
                .build();
    }

    private static Tool<Json, Json> named(String name) {
        return Tool.json(name, CLOSED, arguments -> arguments).effect(SideEffect.READ);
    }

    private static Tool<Json, Json> withExamples(Json schema, String... arguments) {
        ToolExample[] examples = java.util.stream.Stream.of(arguments)
                .map(each -> new ToolExample("", Json.parse(each), List.of()))
                .toArray(ToolExample[]::new);
        return Tool.json(
                        ToolDefinition.builder(ToolId.of("forecast"), schema).build(),
                        (value, context) -> ToolOutput.of(value))
                .examples(examples);
    }
}
