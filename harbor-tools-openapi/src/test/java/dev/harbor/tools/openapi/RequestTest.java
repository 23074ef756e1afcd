package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolOutcome;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestTest {

    private static Service.Asked asked(String file, String tool, String arguments) throws Exception {
        try (Service service = Service.saying(Service.Says.json("{}"));
                World world = World.of(file, service)) {
            world.result(tool, arguments);
            return service.only();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s.paths | {'a':'x/y','b':['1','2 3']} | /simple/x%2Fy/.1.2%203",
                "s.matrix | {'ids':[1,2]} | /matrix/;ids=1,2",
                "s.queries | {'form':['a','b']} | /query?form=a&form=b",
                "s.queries | {'joined':['a','b c']} | /query?joined=a,b%20c",
                "s.queries | {'spaced':['a','b']} | /query?spaced=a%20b",
                "s.queries | {'piped':['a','b']} | /query?piped=a%7Cb",
                "s.queries | {'deep':{'a':1,'b':{'c':'d'}}} | /query?deep%5Ba%5D=1&deep%5Bb%5D%5Bc%5D=d",
                "s.queries | {'raw':'a/b?c'} | /query?raw=a/b?c",
                "s.queries | {'json':{'a':[1]}} | /query?json=%7B%22a%22%3A%5B1%5D%7D",
                "s.twice | {'id':'1','query_id':'2'} | /twice/1?id=2",
                "s.undeclared | {'a':'1','undeclared':'2'} | /odd/1/2",
            })
    void parameters_ofEveryStyle_areSpelledAsTheDocumentSays(String tool, String arguments, String target)
            throws Exception {
        assertThat(asked("styles.yaml", tool, arguments.replace('\'', '"')).target())
                .isEqualTo(target);
    }

    @Test
    void parameters_inHeadersAndCookies_areSentAndThoseOfTheClientAreNot() throws Exception {
        Service.Asked asked = asked("styles.yaml", "s.headers", "{\"X-Ids\": [1, 2], \"session\": \"a b\"}");
        assertThat(asked.header("X-Ids")).isEqualTo("1,2");
        assertThat(asked.header("Cookie")).startsWith("session=a").doesNotContain(" b");
        OpenApiImport imported = Documents.file("styles.yaml", b -> b.server("https://x.example"));
        assertThat(Documents.tool(imported, "s.headers")
                        .definition()
                        .inputSchema()
                        .at("/properties")
                        .orElseThrow()
                        .members())
                .containsOnlyKeys("X-Ids", "session");
        assertThat(Documents.reason(imported, "wrong")).isEqualTo(OpenApiReason.UNSUPPORTED_REQUEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s.json | {'body':{'n':1.50}} | application/json | {'n':1.50}",
                "s.merge | {'body':{'a':null}} | application/merge-patch+json | {'a':null}",
                "s.form | {'body':{'name':'a b','tags':['x','y'],'at':{'k':1}}} | application/x-www-form-urlencoded | name=a%20b&tags=x,y&at%5Bk%5D=1",
                "s.text | {'body':'a;b'} | text/csv | a;b",
            })
    void body_ofEveryKind_isWrittenAsTheDocumentSays(String tool, String arguments, String type, String body)
            throws Exception {
        Service.Asked asked = asked("bodies.yaml", tool, arguments.replace('\'', '"'));
        assertThat(asked.header("Content-Type")).startsWith(type);
        assertThat(asked.body()).isEqualTo(body.replace('\'', '"'));
    }

    @Test
    void body_ofPartsAndOfBytes_holdsArtifacts() throws Exception {
        try (Service service = Service.saying(Service.Says.json("{}"));
                World world = World.of("bodies.yaml", service)) {
            ArtifactRef ref = world.ada()
                    .artifacts("any")
                    .put("PNG!".getBytes(StandardCharsets.UTF_8), ArtifactOptions.of("image/png"))
                    .ref();
            world.result(
                    "s.multipart",
                    "{\"body\": {\"file\": \"%s\", \"more\": [\"%s\"], \"title\": \"t\", \"meta\": {\"a\": 1}}}"
                            .formatted(ref.id(), ref.id()));
            world.result("s.bytes", "{\"body\": \"%s\"}".formatted(ref.id()));
            Service.Asked parts = service.asked().get(0);
            assertThat(parts.header("Content-Type")).startsWith("multipart/form-data; boundary=");
            assertThat(parts.body())
                    .containsSubsequence(
                            "name=\"file\"",
                            "image/png",
                            "PNG!",
                            "name=\"more\"",
                            "PNG!",
                            "name=\"title\"",
                            "t",
                            "name=\"meta\"",
                            "application/json",
                            "{\"a\":1}");
            Service.Asked bytes = service.asked().get(1);
            assertThat(bytes.body()).isEqualTo("PNG!");
            assertThat(bytes.header("Content-Type")).isEqualTo("application/octet-stream");
            assertThat(world.call("s.multipart", "{\"body\": {\"file\": \"PNG!\"}}"))
                    .isInstanceOf(ToolOutcome.Failure.class);
            assertThat(service.asked()).hasSize(2);
        }
    }

    @Test
    void arguments_againstTheSchema_sendNothing() throws Exception {
        try (Service service = Service.saying(Service.Says.json("[]"));
                World world = World.of("orders.yaml", service)) {
            for (String wrong : new String[] {"{\"limit\": 0}", "{\"limit\": 101}", "{\"other\": 1}"}) {
                assertThat(world.call("s.listOrders", wrong)).isInstanceOf(ToolOutcome.Failure.class);
            }
            assertThat(service.asked()).isEmpty();
            world.result("s.listOrders", "{\"limit\": 1}");
            assertThat(service.only().target()).isEqualTo("/orders?limit=1");
        }
    }

    @Test
    void answer_againstTheSchema_isInvalidUnlessToldOtherwise() throws Exception {
        try (Service service = Service.saying(Service.Says.json("[{\"item\": 7, \"id\": \"a\"}]"));
                World strict = World.of("orders.yaml", service);
                World lenient = new World(
                        OpenApiDocument.file(Documents.path("orders.yaml")),
                        b -> b.server(service.url("")).withoutOutputSchemas())) {
            ToolOutcome<Json> outcome = strict.call("s.listOrders", "{}");
            assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().code().value())
                    .isEqualTo("INVALID_RESULT");
            assertThat(lenient.result("s.listOrders", "{}").at("/0/item")).contains(Json.parse("7"));
        }
    }

    @Test
    void writes_carryTheKeyOfTheirCall() throws Exception {
        try (Service service = Service.saying(Service.Says.json("{\"id\": \"1\", \"item\": \"tea\"}"));
                World world = World.of("orders.yaml", service)) {
            world.result("s.createOrder", "{\"body\": {\"item\": \"tea\", \"secret\": \"s\", \"note\": null}}");
            assertThat(service.only().header("Idempotency-Key")).isNotEmpty();
            assertThat(Json.parse(service.only().body()))
                    .isEqualTo(Json.parse("{\"item\":\"tea\",\"secret\":\"s\",\"note\":null}"));
        }
    }
}
