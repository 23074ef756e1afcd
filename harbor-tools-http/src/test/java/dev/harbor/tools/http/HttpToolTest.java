package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.access.CredentialProvider;
import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolExample;
import dev.harbor.tool.TransportKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused when a tool is described, and what its definition says. */
final class HttpToolTest {

    private static final String URL = "https://shop.example/orders/{id}";
    private static final Json ID = Json.parse(
            "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"}},\"additionalProperties\":false}");

    private static HttpTool.Builder tool() {
        return HttpTool.get("orders.get", URL);
    }

    private static void refused(HttpTool.Builder tool, String... words) {
        assertThatExceptionOfType(InvalidToolDefinition.class)
                .isThrownBy(tool::build)
                .withMessageContainingAll(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "TRACE", "CONNECT", "trace", "GE T", "GET\r\n"})
    void method_thatIsNone_isRefused(String method) {
        refused(HttpTool.builder("t", method, "https://h/"), "method");
    }

    @Test
    void method_inLowerCase_isTaken() {
        assertThat(HttpTool.builder("t", "get", "https://h/").build().method()).isEqualTo("GET");
    }

    @Test
    void definition_saysWhatWasSet() {
        HttpTool tool = tool().version("v2")
                .description("Reads an order")
                .effect(SideEffect.READ)
                .input(ID)
                .output(Json.parse("{\"type\":\"object\"}"))
                .tags("shop")
                .authScopes("orders:read")
                .loading(Loading.DEFERRED)
                .examples(new ToolExample("one", Json.parse("{\"id\":\"7\"}"), List.of()))
                .mediaTypes("image/png")
                .policy(ToolPolicy.builder().timeout(Duration.ofSeconds(3)).build())
                .build();
        ToolDefinition definition = tool.definition();

        assertThat(definition.id().toString()).isEqualTo("orders.get@v2");
        assertThat(definition.description()).isEqualTo("Reads an order");
        assertThat(definition.effect()).isEqualTo(SideEffect.READ);
        assertThat(definition.transport()).isEqualTo(TransportKind.HTTP);
        assertThat(definition.inputSchema()).isEqualTo(ID);
        assertThat(definition.tags()).containsExactly("shop");
        assertThat(definition.authScopes()).containsExactly("orders:read");
        assertThat(definition.loading()).isEqualTo(Loading.DEFERRED);
        assertThat(definition.examples()).hasSize(1);
        assertThat(definition.mediaTypes()).containsExactly("image/png");
        assertThat(tool.policy().timeout()).contains(Duration.ofSeconds(3));
        assertThat(tool.toBuilder().build().definition()).isEqualTo(definition);
    }

    @Test
    void effect_thatWasNotSet_isExternal() {
        assertThat(tool().build().definition().effect()).isEqualTo(SideEffect.EXTERNAL);
    }

    @Test
    void schema_thatWasNotSet_hasWhatTheRequestTakes() {
        Json schema = HttpTool.post("t", "https://h/{id}{?expand}")
                .parameters(HttpParameter.header("X-Trace").from("trace"))
                .build()
                .definition()
                .inputSchema();

        assertThat(schema.at("/properties/id/type")).contains(Json.string("string"));
        assertThat(schema.at("/properties").orElseThrow().members()).containsOnlyKeys("id", "expand", "trace");
        assertThat(schema.get("required")).contains(Json.parse("[\"id\"]"));
        assertThat(schema.get("additionalProperties")).contains(Json.of(true));
        assertThat(tool().build().definition().inputSchema().get("additionalProperties"))
                .contains(Json.of(false));
    }

    @Test
    void placeholder_thatTheSchemaDoesNotHave_isRefused_inUrlBodyAndHeader() {
        refused(HttpTool.get("t", "https://h/{secret}").input(ID), "secret");
        refused(HttpTool.get("t", "https://h/{id}{?token}").input(ID), "token");
        refused(HttpTool.post("t", URL).input(ID).body(HttpBody.template(Json.parse("{\"a\":\"{auth}\"}"))), "auth");
        refused(tool().input(ID).parameters(HttpParameter.header("X-A").from("auth")), "auth");
    }

    @Test
    void argument_thatNothingSends_isRefused() {
        refused(HttpTool.get("t", "https://h/").input(ID), "nothing sends", "id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"{a\"", "\"a}\"", "\"{}\"", "[\"{a{b}}\"]", "{\"x\":\"{ }\"}"})
    void bodyTemplate_thatIsMalformed_isRefused(String template) {
        assertThatExceptionOfType(InvalidToolDefinition.class)
                .isThrownBy(() -> HttpBody.template(Json.parse(template)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization",
                "authorization",
                "Cookie",
                "X-Api-Key",
                "Proxy-Authorization",
                "Host",
                "Content-Length",
                "Content-Type",
                "Transfer-Encoding",
                "X Y",
                "X:Y",
                "",
                "X\r\nY"
            })
    void header_thatIsSecretOrNotTheTools_isRefused(String name) {
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> tool().header(name, "x"));
    }

    @Test
    void header_whoseValueMayNotStandInAMessage_isRefused() {
        refused(tool().header("X-A", "a\r\nX-B: c"), "X-A");
    }

    @Test
    void field_thatTwoThingsClaim_isRefused() {
        refused(tool().header("X-A", "1").parameters(HttpParameter.header("x-a").from("id")), "header", "x-a");
        refused(tool().auth(HttpAuth.bearer("A"), HttpAuth.basic("B")), "Authorization");
        refused(tool().auth(HttpAuth.query("key", "A")).query("key"), "key");
        refused(tool().header("traceparent", "00-x"), "traceparent");
        refused(HttpTool.post("t", URL).header("Idempotency-Key", "1"), "Idempotency-Key");
    }

    @Test
    void auth_withoutCredentialOrField_isRefused() {
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> HttpAuth.bearer(" "));
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> HttpAuth.header("", "A"));
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> HttpAuth.header("Host", "A"));
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> HttpAuth.query(" ", "A"));
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> HttpAuth.cookie("a;b", "A"));
    }

    @Test
    void auth_withACredentialThatNobodyKnows_isRefusedWhenTheToolIsMade() {
        HttpTool tool = tool().auth(HttpAuth.bearer("OTHER")).build();
        try (HttpAccess access = HttpAccess.builder()
                .credentials(CredentialProvider.of(Map.of("TOKEN", "x")))
                .build()) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> tool.over(access))
                    .withMessageContaining("OTHER");
        }
    }

    @Test
    void parameter_thatCantBeSpelledSo_isRefused() {
        for (HttpParameter.Location location : HttpParameter.Location.values()) {
            for (HttpParameter.Style style : HttpParameter.Style.values()) {
                if (!location.allows(style)) {
                    assertThatExceptionOfType(InvalidToolDefinition.class)
                            .isThrownBy(() -> HttpParameter.of(location, "x").style(style, false))
                            .withMessageContaining("x");
                }
            }
        }
        refused(HttpTool.get("t", "https://h/").parameters(HttpParameter.path("id")), "{id}");
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> HttpParameter.header("Authorization"));
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> HttpParameter.cookie("a=b"));
    }

    @Test
    void typedTool_hasTheSchemasOfItsTypes() {
        record Query(String id) {}
        record Order(String id, int total) {}
        try (HttpAccess access = HttpAccess.create()) {
            ToolDefinition definition = tool().effect(SideEffect.READ)
                    .build()
                    .over(access, Query.class, Order.class)
                    .definition();

            assertThat(definition.inputSchema().at("/properties/id")).isPresent();
            assertThat(definition.outputSchema().at("/properties/total")).isPresent();
            assertThat(definition.effect()).isEqualTo(SideEffect.READ);
            assertThat(definition.transport()).isEqualTo(TransportKind.HTTP);
        }
    }

    @Test
    void text_ofEachPart_namesCredentialsOnly() {
        assertThat(tool().auth(HttpAuth.bearer("TOKEN")).build().toString())
                .contains("orders.get", "https://shop.example");
        assertThat(HttpAuth.query("key", "TOKEN").toString()).contains("TOKEN", "key");
    }
}
