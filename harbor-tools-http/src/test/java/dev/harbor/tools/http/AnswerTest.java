package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.ToolProgressed;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolError;
import dev.harbor.tools.http.Service.Says;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of answers. */
final class AnswerTest {

    private static HttpTool.Builder tool(Service service) {
        return HttpTool.get("t", service.url("/x")).effect(SideEffect.READ);
    }

    private static Json read(Says says) throws Exception {
        try (Service service = Service.saying(says);
                World world = World.of(tool(service).build())) {
            return world.result("t", "{}");
        }
    }

    private static ToolError failure(Says says, HttpAnswer answer) throws Exception {
        try (Service service = Service.saying(says);
                World world = World.of(tool(service).answer(answer).build())) {
            return world.error("t", "{}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "application/vnd.api+json", "text/json", "application/json; charset=utf-8"})
    void json_isTheResult_asItWasWritten(String type) throws Exception {
        assertThat(read(Says.of(200, type, "{\"price\":1.10,\"b\":[1E400]}")).toString())
                .isEqualTo("{\"price\":1.10,\"b\":[1E400]}");
    }

    @Test
    void text_isAString() throws Exception {
        assertThat(read(Says.of(200, "text/plain; charset=utf-8", "grüß\n"))).isEqualTo(Json.string("grüß\n"));
        assertThat(read(Says.of(200, "application/xml", "<a/>"))).isEqualTo(Json.string("<a/>"));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 205})
    void nothing_isNull(int status) throws Exception {
        assertThat(read(Says.status(status))).isEqualTo(Json.NULL);
        assertThat(read(Says.of(200, "application/json", " \n"))).isEqualTo(Json.NULL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"a\":1}}", "<html>", "{\"a\":1,\"a\":2}"})
    void json_thatIsNone_isTheFaultOfTheService(String body) throws Exception {
        ToolError error = failure(Says.json(body), HttpAnswer.standard());

        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_RESULT);
        assertThat(error.message()).contains("not JSON");
    }

    @Test
    void result_thatBreaksItsSchema_isTheFaultOfTheService() throws Exception {
        try (Service service = Service.saying(Says.json("{\"a\":\"x\"}"));
                World world = World.of(tool(service)
                        .output(Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}"))
                        .build())) {
            assertThat(world.error("t", "{}").code()).isEqualTo(ErrorCode.INVALID_RESULT);
            assertThat(service.asked()).hasSize(1);
        }
    }

    @Test
    void bytes_becomeAnArtifact_withTheirMediaType() throws Exception {
        byte[] bytes = {(byte) 0x89, 'P', 'N', 'G', 0, (byte) 0xff, '\r', '\n'};
        try (Service service = Service.saying(new Says(200, Map.of("Content-Type", "image/png"), bytes));
                World world = World.of(tool(service).build())) {
            ArtifactStub stub = ArtifactStub.parse(world.result("t", "{}"));

            assertThat(stub.mediaType()).isEqualTo("image/png");
            assertThat(stub.sizeBytes()).isEqualTo(bytes.length);
            try (InputStream stored = world.ada().artifacts("any").open(stub.ref())) {
                assertThat(stored.readAllBytes()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void bytes_ofAnUnknownKind_becomeAnArtifact() throws Exception {
        byte[] bytes = {1, 2, 3};

        assertThat(ArtifactStub.parse(read(new Says(200, Map.of(), bytes))).mediaType())
                .isEqualTo("application/octet-stream");
    }

    @Test
    void answer_overItsLimit_fails_andAnArtifactHasAnother() throws Exception {
        String large = '"' + "x".repeat(5000) + '"';
        HttpAnswer small = HttpAnswer.standard().maxBytes(4000);

        assertThat(failure(Says.json(large), small).code().value()).isEqualTo("NET_TOO_LARGE");
        assertThat(failure(Says.of(200, "text/plain", large), small).code().value())
                .isEqualTo("NET_TOO_LARGE");
        assertThat(failure(Says.of(200, "application/octet-stream", large), small.maxArtifactBytes(4000))
                        .code()
                        .value())
                .isEqualTo("NET_TOO_LARGE");
        try (Service service = Service.saying(Says.of(200, "application/octet-stream", large));
                World world = World.of(tool(service).answer(small).build())) {
            assertThat(ArtifactStub.parse(world.result("t", "{}")).sizeBytes()).isEqualTo(large.length());
        }
    }

    @Test
    void kind_thatIsSet_goesBeforeTheMediaType() throws Exception {
        try (Service service = Service.saying(Says.of(200, "text/plain", "{\"a\":1}"));
                World json = World.of(tool(service)
                        .answer(HttpAnswer.standard().as(HttpAnswer.Kind.JSON))
                        .build());
                World none = World.of(tool(service)
                        .answer(HttpAnswer.standard().as(HttpAnswer.Kind.NONE))
                        .build());
                World file = World.of(tool(service)
                        .answer(HttpAnswer.standard().as(HttpAnswer.Kind.ARTIFACT))
                        .build())) {
            assertThat(json.result("t", "{}")).isEqualTo(Json.parse("{\"a\":1}"));
            assertThat(none.result("t", "{}")).isEqualTo(Json.NULL);
            assertThat(ArtifactStub.parse(file.result("t", "{}")).mediaType()).isEqualTo("text/plain");
        }
    }

    @Test
    void headers_thatAreAskedFor_standInTheResult_withTheStatus() throws Exception {
        try (Service service = Service.saying(
                        Says.of(201, "application/json", "{\"id\":7}").with("Location", "/orders/7"));
                World world = World.of(tool(service)
                        .answer(HttpAnswer.standard().headers("Location", "ETag"))
                        .build())) {
            assertThat(world.result("t", "{}"))
                    .isEqualTo(Json.parse(
                            "{\"status\":201,\"headers\":{\"location\":\"/orders/7\"},\"body\":{\"id\":7}}"));
        }
    }

    @Test
    void events_becomeAnArray_andAreProgressWhenTheyCome() throws Exception {
        String stream =
                "\ufeffevent: tick\ndata: {\"n\":1}\nid: a\n\ndata: two\ndata: lines\n\n: comment\n\ndata: lost";
        try (Service service = Service.saying(Says.of(200, "text/event-stream", stream));
                World world = World.of(tool(service).build())) {
            assertThat(world.result("t", "{}")).isEqualTo(Json.parse("""
                                    [{"event":"tick","data":{"n":1},"id":"a"},
                                     {"event":"message","data":"two\\nlines","id":"a"}]"""));
            assertThat(world.events.ofType(ToolProgressed.class))
                    .extracting(ToolProgressed::message)
                    .containsExactly("{\"n\":1}", "two\nlines");
        }
    }

    @ParameterizedTest
    @CsvSource({"application/x-ndjson", "application/jsonl"})
    void lines_becomeAnArray(String type) throws Exception {
        assertThat(read(Says.of(200, type, "{\"n\":1}\r\n\n[2]\n\"ü\"")))
                .isEqualTo(Json.parse("[{\"n\":1},[2],\"ü\"]"));
        assertThat(failure(Says.of(200, type, "1\nx\n"), HttpAnswer.standard()).code())
                .isEqualTo(ErrorCode.INVALID_RESULT);
    }

    @ParameterizedTest
    @CsvSource({"text/event-stream, 'data: 1\n\n'", "application/x-ndjson, '1\n'"})
    void stream_overItsLimits_fails(String type, String event) throws Exception {
        Says says = Says.of(200, type, event.repeat(2000));

        assertThat(failure(says, HttpAnswer.standard().maxEvents(100)).code().value())
                .isEqualTo("NET_TOO_LARGE");
        assertThat(failure(says, HttpAnswer.standard().maxBytes(1500)).code().value())
                .isEqualTo("NET_TOO_LARGE");
    }
}
