package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.RetryOn;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.policy.Validation;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolExample;
import dev.harbor.tools.http.Service.Asked;
import dev.harbor.tools.http.Service.Says;
import dev.harbor.transport.SourceState;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests: read strictly, and with the same behaviour as tools described in code. */
final class ManifestTest {

    private static final String GOOD = """
            version: 1
            auth:
              shop: { kind: bearer, secret: "${TOKEN}" }
              key: { kind: query, name: api_key, secret: "${LOGIN}" }
            tools:
              - name: orders.change
                version: v3
                method: put
                url_template: "%s/orders/{id}{?notify}"
                description: Changes an order
                args_schema:
                  type: object
                  properties:
                    id: { type: string }
                    notify: { type: boolean }
                    rank: { type: integer }
                    total: { type: number }
                  required: [id]
                  additionalProperties: false
                out_schema: { type: object }
                headers: { X-Client: harbor }
                parameters:
                  - { name: X-Rank, in: header, argument: rank }
                body: { kind: template, template: { sum: "{total}" } }
                auth: [shop, key]
                side_effect: write
                idempotent: true
                idempotency_header: X-Call
                tags: [shop, orders]
                examples:
                  - { description: one, arguments: { id: "7", total: 1.5 } }
                policy:
                  timeout: PT5S
                  max_attempts: 2
                  backoff: { base: PT0S, multiplier: 1, max: PT0S }
                  retry_on: [transient, 5xx]
                  validate: both
                answer: { kind: json, max_bytes: 10000, headers: [ETag] }
            """;

    @TempDir
    Path folder;

    private static String good(String origin) {
        return GOOD.formatted(origin);
    }

    private static HttpTool inline(String origin) {
        return HttpTool.put("orders.change", origin + "/orders/{id}{?notify}")
                .version("v3")
                .description("Changes an order")
                .input(Json.parse("""
                                {"type":"object","properties":{"id":{"type":"string"},"notify":{"type":"boolean"},
                                 "rank":{"type":"integer"},"total":{"type":"number"}},"required":["id"],"additionalProperties":false}"""))
                .output(Json.parse("{\"type\":\"object\"}"))
                .header("X-Client", "harbor")
                .parameters(HttpParameter.header("X-Rank").from("rank"))
                .body(HttpBody.template(Json.parse("{\"sum\":\"{total}\"}")))
                .auth(HttpAuth.bearer("TOKEN"), HttpAuth.query("api_key", "LOGIN"))
                .effect(SideEffect.WRITE)
                .idempotent()
                .idempotencyHeader("X-Call")
                .tags("shop", "orders")
                .examples(new ToolExample("one", Json.parse("{\"id\":\"7\",\"total\":1.5}"), List.of()))
                .policy(ToolPolicy.builder()
                        .timeout(Duration.ofSeconds(5))
                        .maxAttempts(2)
                        .backoff(new Backoff(Duration.ZERO, 1, Duration.ZERO))
                        .retryOn(RetryOn.of(ErrorClass.TRANSIENT, ErrorClass.SERVER))
                        .validation(Validation.BOTH)
                        .build())
                .answer(HttpAnswer.standard()
                        .as(HttpAnswer.Kind.JSON)
                        .maxBytes(10_000)
                        .headers("ETag"))
                .build();
    }

    private static void refused(String manifest, String... words) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> HttpManifest.parse(manifest))
                .withMessageContainingAll(words)
                .matches(e -> e.code().equals(HttpManifest.INVALID));
    }

    @Test
    void manifest_andCode_describeTheSameTool() {
        HttpTool read = HttpManifest.parse(good("https://shop.example")).get(0);
        HttpTool coded = inline("https://shop.example");

        assertThat(read.definition()).isEqualTo(coded.definition());
        assertThat(read.policy()).isEqualTo(coded.policy());
        assertThat(read.auth()).isEqualTo(coded.auth());
        assertThat(read.method()).isEqualTo(coded.method());
    }

    @Test
    void manifest_andCode_behaveAlike() throws Exception {
        try (Service service = Service.answering(asked -> asked.headers().containsKey("X-Rank")
                        ? Says.json("{\"ok\":1}").with("ETag", "\"7\"")
                        : Says.status(409));
                World read = World.of(HttpManifest.parse(good(service.url(""))).get(0));
                World coded = World.of(inline(service.url("")))) {
            for (String arguments : List.of(
                    "{\"id\":\"a/b\",\"notify\":true,\"rank\":3,\"total\":1.10}",
                    "{\"id\":\"7\"}",
                    "{\"id\":\"..\"}",
                    "{}")) {
                Object one = seen(service, read, arguments);
                Object other = seen(service, coded, arguments);
                assertThat(one).isEqualTo(other);
            }
        }
    }

    /** Returns all that a call showed, but for what names the call. */
    private static Object seen(Service service, World world, String arguments) {
        int before = service.asked().size();
        var outcome = world.call("orders.change", arguments);
        String said = outcome instanceof dev.harbor.tool.ToolOutcome.Success<?>
                ? outcome.orThrow().toString()
                : World.error(outcome).code() + " " + World.error(outcome).message();
        List<String> requests =
                service.asked().stream().skip(before).map(ManifestTest::shown).toList();
        return List.of(said, requests);
    }

    private static String shown(Asked asked) {
        Map<String, String> headers = new java.util.TreeMap<>(asked.headers());
        assertThat(headers.remove("X-call")).isNotEmpty();
        assertThat(headers.remove("Traceparent")).isNotEmpty();
        return asked.method() + ' ' + asked.target() + ' ' + headers + ' ' + asked.body();
    }

    @Test
    void manifest_inJson_isTheSame() {
        String json = """
                {"version":1,"tools":[{"name":"t","method":"GET","url_template":"https://h/{id}"}]}""";
        String yaml = "version: 1\ntools:\n- {name: t, method: GET, url_template: 'https://h/{id}'}\n";

        assertThat(HttpManifest.parse(json).get(0).definition())
                .isEqualTo(HttpManifest.parse(yaml).get(0).definition());
    }

    @Test
    void secret_isResolvedByItsName_fromTheProvider() throws Exception {
        try (Service service = Service.saying(Says.json("{}").with("ETag", "1"));
                World world = World.of(HttpManifest.parse(good(service.url(""))).get(0))) {
            world.result("orders.change", "{\"id\":\"7\"}");

            assertThat(service.only().header("Authorization")).isEqualTo("Bearer " + World.TOKEN);
        }
    }

    @Test
    void secret_thatIsWrittenOut_isRefused_andNotRepeated() {
        for (String secret : List.of("sk-live-123456", "${A} ", "$TOKEN", "${TOKEN}x", "${}", "${A B}")) {
            String manifest = good("https://h").replace("${TOKEN}", secret);

            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> HttpManifest.parse(manifest))
                    .withMessageContaining("/auth/shop")
                    .withMessageNotContaining("sk-live");
        }
    }

    @Test
    void secret_thatTheProviderDoesNotKnow_registersNothing() {
        try (HttpAccess access = HttpAccess.builder()
                .credentials(CredentialProvider.of(Map.of("LOGIN", "x")))
                .build()) {
            HttpToolset toolset = HttpToolset.of(
                    "shop", access, HttpManifest.parse(good("https://h")).toArray(HttpTool[]::new));

            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> toolset.start(tools -> {
                        throw new AssertionError("nothing should be delivered");
                    }))
                    .withMessageContaining("TOKEN");
            assertThat(toolset.state()).isEqualTo(SourceState.DOWN);
        }
    }

    @Test
    void manifest_thatIsWrong_isRefused_andSaysWhere() {
        String good = good("https://h");
        refused("", "empty");
        refused("just text", "object");
        refused("version: 1\ntools: []", "1 to 512 tools");
        refused(good.replace("version: 1\n", "version: 2\n"), "version 2");
        refused(good.replace("method: put", "method: TRACE"), "/tools/0", "method");
        refused(good.replace("method: put", "methd: put"), "methd");
        refused(good.replace("max_attempts: 2", "max_attempts: two"), "/tools/0/policy/max_attempts");
        refused(good.replace("max_attempts: 2", "max_attempts: 0"), "/tools/0");
        refused(good.replace("max_attempts", "max_retries"), "max_retries");
        refused(good.replace("side_effect: write", "side_effect: writes"), "/tools/0/side_effect", "write");
        refused(good.replace("auth: [shop, key]", "auth: [shop, keys]"), "/tools/0", "keys");
        refused(good.replace("kind: bearer", "kind: oauth"), "/auth/shop/kind");
        refused(good.replace("kind: query, name: api_key", "kind: query"), "/auth/key", "name");
        refused(good.replace("kind: bearer,", "kind: bearer, name: x,"), "/auth/shop");
        refused(good.replace("out_schema: { type: object }", "out_schema: { type: objekt }"), "/tools/0");
        refused(good.replace("{?notify}", "{?notfy}"), "/tools/0", "notfy");
        refused(good.replace("\"{total}\"", "\"{total\""), "/tools/0");
        refused(good.replace("X-Client: harbor", "Authorization: harbor"), "/tools/0", "Authorization");
        refused(good.replace("in: header", "in: header, style: form"), "/tools/0");
        refused(good.replace("max_bytes: 10000", "max_bytes: 0"), "/tools/0", "maxBytes");
        refused(good.replace("https://h/", "/"), "/tools/0", "https://");
    }

    @Test
    void yaml_withKeysTwice_isRefused() {
        refused(good("https://h").replace("method: put", "method: put\n    method: get"), "method");
        refused("version: 1\nversion: 1\ntools: []", "version");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: &x 1\nb: *x",
                "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]",
                "a: !!java.net.URL [\"http://h\"]",
                "a: !custom 1",
                "? [a]\n: 1",
                "a: 1\n---\nb: 2",
                "a: [1",
                "a: \t1\n\tb: 2",
                "a: b: c",
                "a: .nan"
            })
    void yaml_thatHasMoreThanJson_isRefused(String yaml) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> yaml(yaml))
                .matches(e -> e.code().equals(HttpManifest.INVALID));
    }

    private static Json yaml(String text) {
        return new YamlReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).read();
    }

    @Test
    void yaml_ofEachKindOfValue_isReadAsJson() {
        assertThat(
                        yaml(
                                "a: 1\nb: 1.50\nc: [yes, no, true, null]\nd: '1'\ne: |\n  x\n  y\nf: {g: 12345678901234567890}\n"))
                .isEqualTo(
                        Json.parse(
                                "{\"a\":1,\"b\":1.5,\"c\":[\"yes\",\"no\",true,null],\"d\":\"1\",\"e\":\"x\\ny\\n\",\"f\":{\"g\":12345678901234567890}}"));
    }

    @Test
    void yaml_thatIsDeepOrLarge_isRefused() {
        refused("a: " + "[".repeat(5000) + "]".repeat(5000), "");
        refused("# " + "x".repeat(HttpManifest.MAX_BYTES), "bytes");
    }

    @Test
    void tools_ofOneName_areRefused() {
        String tool = "  - {name: t, method: GET, url_template: 'https://h/'}\n";

        refused("version: 1\ntools:\n" + tool + tool, "/tools/1", "t@v1");
    }

    @Test
    void file_thatIsNotThere_isRefused() throws Exception {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> HttpManifest.read(folder.resolve("none.yaml")))
                .withMessageContaining("none.yaml");
        Path large = folder.resolve("large.yaml");
        Files.writeString(large, "#".repeat(HttpManifest.MAX_BYTES + 1));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> HttpManifest.read(large))
                .withMessageContainingAll("large.yaml", "bytes");
    }

    @Test
    void manifest_whoseThirdToolIsBad_registersNone_andTheOthersServe() throws Exception {
        Path file = folder.resolve("tools.yaml");
        String tool = "  - {name: t%d, method: GET, url_template: 'https://h/%s'}\n";
        Files.writeString(
                file, "version: 1\ntools:\n" + tool.formatted(1, "") + tool.formatted(2, "") + tool.formatted(3, "{"));
        try (HttpAccess access = HttpAccess.create();
                HarborRuntime runtime = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .source(HttpToolset.manifest("bad", access, file))
                        .source(HttpToolset.of(
                                "good",
                                access,
                                HttpTool.get("fine", "https://h/").build()))
                        .build()) {
            assertThat(runtime.as(World.ADA).tools())
                    .extracting(each -> each.id().name())
                    .contains("fine")
                    .doesNotContain("t1", "t2", "t3");
            assertThat(runtime.sources())
                    .containsEntry("bad", SourceState.DOWN)
                    .containsEntry("good", SourceState.READY);
        }
    }

    @Test
    void reload_replacesAll_orNothing() throws Exception {
        Path file = folder.resolve("tools.yaml");
        String tool = "version: 1\ntools:\n  - {name: %s, method: GET, url_template: 'https://h/'}\n";
        Files.writeString(file, tool.formatted("one"));
        try (HttpAccess access = HttpAccess.create()) {
            HttpToolset source = HttpToolset.manifest("shop", access, file);
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(source::reload);
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .source(source)
                    .build()) {
                Files.writeString(file, tool.formatted("two"));
                source.reload();
                assertThat(names(runtime)).contains("two").doesNotContain("one");
                Files.writeString(file, tool.formatted("three").replace("GET", "TRACE"));
                assertThatExceptionOfType(ConfigurationException.class).isThrownBy(source::reload);
                assertThat(names(runtime)).contains("two").doesNotContain("three");
                assertThat(source.state()).isEqualTo(SourceState.DEGRADED);
                Files.writeString(file, tool.formatted("three"));
                source.reload();
                assertThat(names(runtime)).contains("three").doesNotContain("two");
                assertThat(source.state()).isEqualTo(SourceState.READY);
            }
        }
    }

    private static List<String> names(HarborRuntime runtime) {
        return runtime.as(World.ADA).tools().stream()
                .map(each -> each.id().name())
                .toList();
    }

    @Test
    void schema_isLegal_andAcceptsWhatIsRead() {
        JsonSchema schema = JsonSchema.compile(HttpManifest.schema());
        Json good = yaml(good("https://h"));

        assertThat(schema.validate(good)).isEmpty();
        assertThat(schema.validate(Json.parse("{\"version\":1,\"tools\":[{\"name\":\"t\"}]}")))
                .isNotEmpty();
    }
}
