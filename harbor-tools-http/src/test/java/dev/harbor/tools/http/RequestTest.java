package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.http.Service.Asked;
import dev.harbor.tools.http.Service.Says;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** What arguments become on the wire. */
final class RequestTest {

    private Service service;

    @BeforeEach
    void start() throws Exception {
        service = Service.saying(Says.json("{\"ok\":true}"));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private Asked sent(HttpTool.Builder tool, String arguments) {
        try (World world = World.of(tool.build())) {
            world.result("t", arguments);
        }
        return service.only();
    }

    private ErrorCode refused(HttpTool.Builder tool, String arguments) {
        try (World world = World.of(tool.build())) {
            ErrorCode code = world.error("t", arguments).code();
            assertThat(service.asked()).isEmpty();
            return code;
        }
    }

    @Test
    void arguments_inTheTemplate_areEscapedInTheirPlaces() {
        Asked asked = sent(
                HttpTool.get("t", service.url("/a/{id}/b{?q,list*}")),
                "{\"id\":\"x/y ?#&\\u00e4\",\"q\":\"1&admin=true#\\r\\nX: y\",\"list\":[1,\"b c\"]}");

        assertThat(asked.target())
                .isEqualTo("/a/x%2Fy%20%3F%23%26%C3%A4/b?q=1%26admin%3Dtrue%23%0D%0AX%3A%20y&list=1&list=b%20c");
        assertThat(asked.body()).isEmpty();
        assertThat(asked.header("Content-Type")).isEmpty();
    }

    @Test
    void variable_ofThePath_thatIsMissing_isRefusedUnsent() {
        HttpTool.Builder tool = HttpTool.get("t", service.url("/a/{id}")).input(Json.parse("{\"type\":\"object\"}"));

        assertThat(refused(tool, "{}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(refused(tool, "{\"id\":null}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void post_withoutATemplate_sendsItsArgumentsAsTheyCame() {
        Asked asked = sent(
                HttpTool.post("t", service.url("/orders")).input(Json.parse("{\"type\":\"object\"}")),
                "{\"b\":1.10,  \"a\":[null,\"x\"]}");

        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.body()).isEqualTo("{\"b\":1.10,  \"a\":[null,\"x\"]}");
        assertThat(asked.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void get_withABody_isSentOnlyIfItIsSaid() {
        Asked asked = sent(HttpTool.get("t", service.url("/s")).body(HttpBody.json()), "{\"a\":1}");

        assertThat(asked.body()).isEqualTo("{\"a\":1}");
    }

    @Test
    void post_withVariablesInTheUrl_sendsWhatIsLeft() {
        Asked asked = sent(
                HttpTool.put("t", service.url("/orders/{id}")).query("notify"),
                "{\"id\":\"7\",\"notify\":true,\"total\":1.10}");

        assertThat(asked.target()).isEqualTo("/orders/7?notify=true");
        assertThat(asked.body()).isEqualTo("{\"total\":1.10}");
    }

    @Test
    void bodyTemplate_isFilledWithValues_whateverTheyHold() {
        HttpBody body = HttpBody.template(
                Json.parse(
                        "{\"to\":{\"id\":\"{id}\"},\"text\":\"{{Dear}} {name}!\",\"n\":[\"{n}\",\"{none}\"],\"none\":\"{none}\",\"fixed\":1.0}"));
        Asked asked = sent(
                HttpTool.post("t", service.url("/x")).body(body),
                "{\"id\":{\"a\":[1]},\"name\":\"\\\",\\\"admin\\\":true,\\\"\",\"n\":2.50}");

        assertThat(Json.parse(asked.body()))
                .isEqualTo(
                        Json.parse(
                                "{\"to\":{\"id\":{\"a\":[1]}},\"text\":\"{Dear} \\\",\\\"admin\\\":true,\\\"!\",\"n\":[2.50],\"fixed\":1.0}"));
        assertThat(asked.body()).contains("2.50", "1.0");
    }

    @Test
    void bodyTemplate_thatLacksAnArgumentInsideText_isRefused() {
        HttpTool.Builder tool =
                HttpTool.post("t", service.url("/x")).body(HttpBody.template(Json.parse("\"to {name}\"")));

        assertThat(refused(tool, "{}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void bodyArgument_isSentAsItIs_orNotAtAll() {
        HttpTool.Builder tool = HttpTool.post("t", service.url("/x"))
                .body(HttpBody.json("body").mediaType("application/merge-patch+json"));

        Asked asked = sent(tool, "{\"body\":[1,null]}");
        assertThat(asked.body()).isEqualTo("[1,null]");
        assertThat(asked.header("Content-Type")).isEqualTo("application/merge-patch+json");
    }

    @Test
    void bodyArgument_thatIsMissing_isNoBody() {
        Asked asked = sent(HttpTool.post("t", service.url("/x")).body(HttpBody.json("body")), "{}");

        assertThat(asked.body()).isEmpty();
        assertThat(asked.header("Content-Type")).isEmpty();
    }

    @Test
    void form_isEscaped_andSpelledAsItsPartsSay() {
        HttpBody form = HttpBody.form(
                HttpPart.of("deep").style(HttpParameter.Style.DEEP_OBJECT, true),
                HttpPart.of("joined").style(HttpParameter.Style.FORM, false),
                HttpPart.of("doc").mediaType("application/json"));
        Asked asked = sent(
                HttpTool.post("t", service.url("/x")).body(form),
                "{\"a\":\"x&b=1+\u00e4\",\"list\":[1,2],\"deep\":{\"k\":{\"l\":3}},\"joined\":[1,2],\"doc\":{\"z\":1},\"no\":null}");

        assertThat(asked.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
        assertThat(asked.body())
                .isEqualTo("a=x%26b%3D1%2B%C3%A4&list=1&list=2&deep%5Bk%5D%5Bl%5D=3&joined=1,2&doc=%7B%22z%22%3A1%7D");
    }

    @Test
    void text_isSentInUtf8() {
        Asked asked = sent(
                HttpTool.post("t", service.url("/x")).body(HttpBody.text("note")), "{\"note\":\"gr\u00fc\u00df\"}");

        assertThat(asked.body()).isEqualTo("gr\u00fc\u00df");
        assertThat(asked.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
    }

    @Test
    void query_isSpelledInEachStyle() {
        Json schema = Json.parse("{\"type\":\"object\"}");
        HttpTool.Builder tool = HttpTool.get("t", service.url("/x?fixed=1"))
                .input(schema)
                .parameters(
                        HttpParameter.query("form"),
                        HttpParameter.query("flat").style(HttpParameter.Style.FORM, false),
                        HttpParameter.query("space").style(HttpParameter.Style.SPACE_DELIMITED, false),
                        HttpParameter.query("pipe").style(HttpParameter.Style.PIPE_DELIMITED, false),
                        HttpParameter.query("deep").style(HttpParameter.Style.DEEP_OBJECT, true),
                        HttpParameter.query("obj").style(HttpParameter.Style.FORM, false),
                        HttpParameter.query("open").reserved(),
                        HttpParameter.query("json").json(),
                        HttpParameter.query("renamed").from("argument"));
        Asked asked = sent(tool, """
                {"form":[1,"b&c"],"flat":[1,2],"space":[1,2],"pipe":["a","b"],"deep":{"x":1,"y":[2,3]},"obj":{"r":1,"g":2},
                 "open":"a/b?c#d&e=f","json":{"q":[1]},"argument":"","missing":null}""".replace(",\"missing\":null", ""));

        assertThat(asked.target())
                .isEqualTo(
                        "/x?fixed=1&form=1&form=b%26c&flat=1,2&space=1%202&pipe=a%7Cb&deep%5Bx%5D=1&deep%5By%5D=2&deep%5By%5D=3"
                                + "&obj=r,1,g,2&open=a/b?c%23d%26e=f&json=%7B%22q%22%3A%5B1%5D%7D&renamed=");
    }

    @Test
    void path_isSpelledInEachStyle() {
        HttpTool.Builder tool = HttpTool.get("t", service.url("/{simple}/{label}/{matrix}/{boom}/{doc}"))
                .input(Json.parse("{\"type\":\"object\"}"))
                .parameters(
                        HttpParameter.path("simple"),
                        HttpParameter.path("label").style(HttpParameter.Style.LABEL, true),
                        HttpParameter.path("matrix").style(HttpParameter.Style.MATRIX, true),
                        HttpParameter.path("boom")
                                .style(HttpParameter.Style.SIMPLE, true)
                                .from("object"),
                        HttpParameter.path("doc").json());
        Asked asked = sent(
                tool,
                "{\"simple\":[1,2],\"label\":[1,2],\"matrix\":[1,2],\"object\":{\"a\":1},\"doc\":{\"a\":\"b/c\"}}");

        assertThat(asked.target()).isEqualTo("/1,2/.1.2/;matrix=1;matrix=2/a=1/%7B%22a%22%3A%22b%2Fc%22%7D");
    }

    @Test
    void headersAndCookies_takeArguments_thatCantBecomeOthers() {
        HttpTool.Builder tool = HttpTool.get("t", service.url("/x"))
                .header("X-Fixed", "yes")
                .parameters(
                        HttpParameter.header("X-List").from("list"),
                        HttpParameter.cookie("a"),
                        HttpParameter.cookie("b"));
        Asked asked = sent(tool, "{\"list\":[1,\"x\"],\"a\":\"1; admin=true, \\\"%\u00e4\",\"b\":2}");

        assertThat(asked.header("X-Fixed")).isEqualTo("yes");
        assertThat(asked.header("X-List")).isEqualTo("1,x");
        assertThat(asked.header("Cookie")).isEqualTo("a=1%3B%20admin=true%2C%20%22%25%C3%A4; b=2");
    }

    @Test
    void header_whoseArgumentCouldBeginAnother_isRefused() {
        HttpTool.Builder tool = HttpTool.get("t", service.url("/x"))
                .parameters(HttpParameter.header("X-A").from("a"));

        assertThat(refused(tool, "{\"a\":\"1\\r\\nAuthorization: x\"}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(refused(tool, "{\"a\":\"\u00e4\"}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void argument_thatBreaksTheSchema_isRefusedUnsent() {
        HttpTool.Builder tool = HttpTool.post("t", service.url("/x"))
                .input(Json.parse(
                        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}"));

        assertThat(refused(tool, "{\"n\":\"1\"}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(refused(tool, "{}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void argument_thatNothingTakes_isRefusedUnsent() {
        HttpTool.Builder tool = HttpTool.get("t", service.url("/x")).input(Json.parse("{\"type\":\"object\"}"));

        assertThat(refused(tool, "{\"city\":\"Oslo\"}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void write_namesItsCall_andEachRequestItsTrace() {
        Asked asked = sent(HttpTool.delete("t", service.url("/x")), "{}");

        assertThat(asked.header("Idempotency-Key")).isNotEmpty();
        assertThat(TraceParent.isWellFormed(asked.header("traceparent"))).isTrue();
        assertThat(asked.header("Accept")).startsWith("application/json");
        assertThat(asked.header("User-Agent")).isEqualTo("harbor");
    }

    @Test
    void read_namesNoCall() {
        Asked asked = sent(HttpTool.get("t", service.url("/x")), "{}");

        assertThat(asked.header("Idempotency-Key")).isEmpty();
        assertThat(TraceParent.isWellFormed(asked.header("traceparent"))).isTrue();
    }

    @Test
    void idempotencyKey_travelsUnderAnotherName_orNotAtAll() {
        HttpTool.Builder tool = HttpTool.post("t", service.url("/x")).idempotencyHeader("X-Request-Id");
        try (World world = World.of(
                tool.build(),
                HttpTool.post("u", service.url("/x")).noIdempotencyHeader().build())) {
            world.result("t", "{}");
            world.result("u", "{}");
        }
        assertThat(service.asked().get(0).header("X-Request-Id")).isNotEmpty();
        assertThat(service.asked().get(0).header("Idempotency-Key")).isEmpty();
        assertThat(service.asked().get(1).header("Idempotency-Key")).isEmpty();
    }

    @Test
    void attempts_ofOneCall_shareTheirKeyAndTrace_andCallsDoNot() throws Exception {
        AtomicInteger count = new AtomicInteger();
        ToolPolicy twice =
                ToolPolicy.builder().maxAttempts(2).backoff(Backoff.NONE).build();
        try (Service shaky =
                        Service.answering(asked -> count.incrementAndGet() == 1 ? Says.status(500) : Says.json("1"));
                World world = World.of(HttpTool.post("t", shaky.url("/x"))
                        .idempotent()
                        .policy(twice)
                        .build())) {
            world.result("t", "{\"a\":1}");
            world.result("t", "{\"a\":1}");
            List<String> keys = shaky.asked().stream()
                    .map(each -> each.header("Idempotency-Key"))
                    .toList();
            List<String> traces = shaky.asked().stream()
                    .map(each -> each.header("traceparent"))
                    .toList();

            assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
            assertThat(traces).doesNotHaveDuplicates();
            assertThat(traces.get(0).substring(0, 35)).isEqualTo(traces.get(1).substring(0, 35));
            assertThat(traces.get(0).substring(0, 35))
                    .isNotEqualTo(traces.get(2).substring(0, 35));
        }
    }

    @Test
    void trace_ofTheCaller_goesOn() {
        HttpAccess access = World.loopback().build();
        try (World world = World.of(
                access,
                builder -> builder.propagator(ContextPropagator.mdc()),
                HttpTool.get("t", service.url("/x")).build())) {
            MDC.put("trace_id", "4bf92f3577b34da6a3ce929d0e0e4736");
            MDC.put("span_id", "00f067aa0ba902b7");
            MDC.put("trace_flags", "01");
            world.result("t", "{}");
        } finally {
            MDC.clear();
        }
        assertThat(service.only().header("traceparent"))
                .isEqualTo("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    }

    @Test
    void trace_ofAPropagator_goesOn_ratherThanThatOfLogging() {
        ContextPropagator tracer = new ContextPropagator() {
            @Override
            public Snapshot capture() {
                return () -> {};
            }

            @Override
            public Map<String, String> traceHeaders() {
                return Map.of(
                        "traceparent",
                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
                        "tracestate",
                        "vendor=1",
                        "X-Other",
                        "not sent");
            }
        };
        try (World world = World.of(
                World.loopback().build(),
                builder -> builder.propagator(tracer),
                HttpTool.get("t", service.url("/x")).build())) {
            world.result("t", "{}");
        }
        assertThat(service.only().header("traceparent"))
                .isEqualTo("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00");
        assertThat(service.only().header("tracestate")).isEqualTo("vendor=1");
        assertThat(service.only().header("X-Other")).isEmpty();
    }

    @Test
    void trace_thatFailsOrIsMalformed_costsTheTraceOnly() {
        HttpAccess access = World.loopback()
                .trace(() -> {
                    throw new IllegalStateException("no trace");
                })
                .build();
        try (World world = World.of(access, HttpTool.get("t", service.url("/x")).build())) {
            world.result("t", "{}");
        }
        assertThat(TraceParent.isWellFormed(service.only().header("traceparent")))
                .isTrue();
    }

    @Test
    void artifact_isSentFromItsStore_asBodyAndAsPart() {
        HttpTool raw = HttpTool.put("raw", service.url("/raw"))
                .body(HttpBody.artifact("file"))
                .build();
        HttpTool parts = HttpTool.post("parts", service.url("/parts"))
                .body(HttpBody.multipart(
                        HttpPart.artifact("file"), HttpPart.of("meta").mediaType("application/json")))
                .build();
        try (World world = World.of(raw, parts)) {
            ArtifactInfo info = world.ada()
                    .artifacts("task")
                    .put(
                            "a,b\n".getBytes(StandardCharsets.UTF_8),
                            ArtifactOptions.of("text/csv").filename("x\"\r\n.csv"));
            world.result("raw", "{\"file\":\"" + info.ref() + "\"}");
            world.result(
                    "parts",
                    "{\"file\":\"" + info.ref() + "\",\"meta\":{\"n\":1},\"note\":\"hi\",\"tags\":[\"a\",\"b\"]}");
        }
        Asked body = service.asked().get(0);
        assertThat(body.body()).isEqualTo("a,b\n");
        assertThat(body.header("Content-Type")).isEqualTo("text/csv");
        assertThat(body.header("Content-Length")).isEqualTo("4");
        Asked multipart = service.asked().get(1);
        String type = multipart.header("Content-Type");
        String boundary = "--" + type.substring(type.indexOf('=') + 1);
        assertThat(type).startsWith("multipart/form-data; boundary=");
        assertThat(multipart.body())
                .isEqualTo(
                        boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x%22%0D%0A.csv\"\r\n"
                                + "Content-Type: text/csv\r\n\r\na,b\n\r\n"
                                + boundary + "\r\nContent-Disposition: form-data; name=\"meta\"\r\n"
                                + "Content-Type: application/json\r\n\r\n{\"n\":1}\r\n"
                                + boundary + "\r\nContent-Disposition: form-data; name=\"note\"\r\n"
                                + "Content-Type: text/plain; charset=utf-8\r\n\r\nhi\r\n"
                                + boundary + "\r\nContent-Disposition: form-data; name=\"tags\"\r\n"
                                + "Content-Type: text/plain; charset=utf-8\r\n\r\na\r\n"
                                + boundary + "\r\nContent-Disposition: form-data; name=\"tags\"\r\n"
                                + "Content-Type: text/plain; charset=utf-8\r\n\r\nb\r\n"
                                + boundary + "--\r\n");
    }

    @Test
    void artifact_ofAnotherSession_isRefusedUnsent() {
        HttpTool raw = HttpTool.put("t", service.url("/raw"))
                .body(HttpBody.artifact("file"))
                .build();
        try (World world = World.of(raw)) {
            ArtifactInfo foreign = world.runtime()
                    .as(Identity.of("acme", "bob", "other"))
                    .artifacts("task")
                    .put("bob's");
            assertThat(world.error("t", "{\"file\":\"" + foreign.ref() + "\"}").code())
                    .isEqualTo(ErrorCode.INVALID_ARGUMENTS);
            assertThat(world.error("t", "{\"file\":\"../../etc/passwd\"}").code())
                    .isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        }
        assertThat(service.asked()).isEmpty();
    }

    @Test
    void typedTool_sendsAndReadsJava() {
        record Query(String id, int n) {}
        record Answer(boolean ok) {}
        try (World world = World.of()) {
            Tool<Query, Answer> tool =
                    HttpTool.post("typed", service.url("/{id}")).build().over(world.access, Query.class, Answer.class);
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .tools(tool)
                    .build()) {
                assertThat(runtime.as(World.ADA).call(tool, new Query("7", 2)).orThrow())
                        .isEqualTo(new Answer(true));
            }
        }
        assertThat(service.only().target()).isEqualTo("/7");
        assertThat(service.only().body()).isEqualTo("{\"n\":2}");
    }

    @Test
    void typedTool_thatIsAnsweredSomethingElse_blamesTheService() {
        record Query(String id) {}
        record Answer(int total) {}
        try (World world = World.of()) {
            Tool<Query, Answer> tool =
                    HttpTool.get("typed", service.url("/{id}")).build().over(world.access, Query.class, Answer.class);
            try (HarborRuntime runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .tools(tool)
                    .build()) {
                assertThat(World.error(runtime.as(World.ADA).call(tool, new Query("7")))
                                .code())
                        .isEqualTo(ErrorCode.INVALID_RESULT);
            }
        }
    }

    @Test
    void scopes_thatAreNotHeld_hideTheTool_andDenyTheCall() {
        HttpTool tool =
                HttpTool.get("t", service.url("/x")).authScopes("orders:read").build();
        try (World world = World.of(tool)) {
            assertThat(world.ada().tools()).noneMatch(each -> each.id().name().equals("t"));
            assertThat(world.call("t", "{}")).isInstanceOf(ToolOutcome.Denied.class);
        }
        assertThat(service.asked()).isEmpty();
    }
}
