package dev.harbor.llm.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.EventSink;
import dev.harbor.identity.Identity;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.DowngradingLlm;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.llm.Message;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.llm.Role;
import dev.harbor.policy.Cancellation;
import dev.harbor.policy.ErrorClass;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is sent to providers and what is made of their answers, over real HTTP. */
@Timeout(60)
final class ProvidersTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final String OPEN_AI_ERROR = "{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\"}}";

    private static LlmCall call() {
        return LlmCall.of(ADA);
    }

    private static LlmRequest request(Message... messages) {
        return new LlmRequest(List.of(messages), ResponseFormat.TEXT, 100, 0.5, null);
    }

    private static LlmRequest hello() {
        return request(Message.of(Role.SYSTEM, "Be brief.", "Be kind."), Message.of(Role.USER, "one", "two"));
    }

    private static LlmException fails(Kind kind, LlmRequest request, ModelServer.Behaviour behaviour) {
        try (ModelServer server = ModelServer.start(kind.dialect, behaviour)) {
            return assertThatExceptionOfType(LlmException.class)
                    .isThrownBy(() -> kind.over(server).build().complete(request, call()))
                    .actual();
        }
    }

    @ParameterizedTest
    @EnumSource
    void answer_hasItsText_usage_price_reasonAndModel(Kind kind) {
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("rain, ", "then sun"))) {
            LlmReply reply = kind.over(server)
                    .price("gpt-test", new ModelPrice(1_000_000, 2_000_000))
                    .price("claude", new ModelPrice(1_000_000, 2_000_000))
                    .price("g", new ModelPrice(9_000_000, 9_000_000))
                    .build()
                    .complete(hello(), call());

            assertThat(reply.text()).isEqualTo("rain, then sun");
            assertThat(reply.usage()).isEqualTo(new LlmUsage(11, 7, 25));
            assertThat(reply.finishReason()).isEqualTo("stop");
            assertThat(reply.model()).isIn("gpt-test-2026-01-01", "claude-test-20260101");
        }
    }

    @ParameterizedTest
    @EnumSource
    void request_hasMessagesAndLimits_andNoTools(Kind kind) {
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("x"))) {
            kind.over(server)
                    .build()
                    .complete(
                            request(
                                    Message.of(Role.SYSTEM, "Be brief.", "Be kind."),
                                    Message.of(Role.USER, "one", "two"),
                                    Message.of(Role.ASSISTANT, "three"),
                                    Message.of(Role.USER, " ")),
                            call());

            String body = server.lastBody().toString();
            assertThat(body).contains("Be brief.\\nBe kind.", "\"one\"", "\"two\"", "three", "(empty)", "100", "0.5");
            assertThat(body).doesNotContain("\"tools\":[{").doesNotContain("tool_choice\":\"");
            assertThat(server.lastBody().get("model").orElseThrow().asString()).endsWith("-test");
            assertThat(Stream.of(server.header("Authorization"), server.header("X-api-key")))
                    .anySatisfy(key -> assertThat(key).endsWith(Kind.KEY));
        }
    }

    @ParameterizedTest
    @EnumSource
    void settings_changeWhatIsSent(Kind kind) {
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("x"))) {
            kind.over(server)
                    .joinTexts(true)
                    .temperature(false)
                    .customize(request ->
                            request.toBuilder().stopSequences(List.of("END")).build())
                    .build()
                    .complete(new LlmRequest(hello().messages(), ResponseFormat.TEXT, 100, 0.5, "other-model"), call());

            String body = server.lastBody().toString();
            assertThat(body).contains("one\\ntwo", "END", "\"other-model\"").doesNotContain("temperature\":0.5");
        }
    }

    record Folder(String name, List<Folder> sub, Optional<Label> label) {}

    record Label(String text, Optional<Folder> on) {}

    static Stream<Arguments> schemas() {
        return Stream.of(
                        "{\"type\":\"object\",\"properties\":{\"a\":{\"enum\":[1,\"x\"]}},\"additionalProperties\":false}",
                        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"$ref\":\"#/properties/a\"}}}",
                        Codec.of(Folder.class).schema().toString(),
                        Codec.of(Label.class).schema().toString())
                .flatMap(schema -> Stream.of(Kind.values()).map(kind -> Arguments.of(kind, Json.parse(schema))));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void schemaOfTheAnswer_isSentAsItIs_withWhatItRefersTo(Kind kind, Json schema) {
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("{}"))) {
            kind.over(server).build().complete(hello().responseFormat(ResponseFormat.schema(schema)), call());

            assertThat(kind.dialect.schema(server.lastBody())).contains(schema);
        }
    }

    @ParameterizedTest
    @EnumSource
    void form_thatTheProviderRefuses_isGivenUpStepByStep(Kind kind) {
        ModelServer.Behaviour noForms = (server, exchange, body) -> (body.get("response_format")
                                        .filter(form -> !form.isNull())
                                        .isPresent()
                                || body.get("output_config")
                                        .filter(form -> !form.isNull())
                                        .isPresent()
                        ? ModelServer.refuses(400, OPEN_AI_ERROR)
                        : ModelServer.says("{}"))
                .answer(server, exchange, body);
        try (ModelServer server = ModelServer.start(kind.dialect, noForms)) {
            LlmReply reply = DowngradingLlm.of(kind.over(server).build(), EventSink.NONE, Clock.systemUTC())
                    .complete(
                            hello().responseFormat(ResponseFormat.schema(Json.parse("{\"type\":\"object\"}"))), call());

            assertThat(reply.text()).isEqualTo("{}");
            assertThat(server.bodies).hasSize(kind.dialect == Dialect.OPEN_AI ? 3 : 2);
        }
    }

    static Stream<Arguments> statuses() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(
                        Arguments.of(kind, 400, ErrorClass.PERMANENT),
                        Arguments.of(kind, 401, ErrorClass.PERMANENT),
                        Arguments.of(kind, 403, ErrorClass.PERMANENT),
                        Arguments.of(kind, 404, ErrorClass.PERMANENT),
                        Arguments.of(kind, 408, ErrorClass.TIMEOUT),
                        Arguments.of(kind, 413, ErrorClass.PERMANENT),
                        Arguments.of(kind, 429, ErrorClass.TRANSIENT),
                        Arguments.of(kind, 500, ErrorClass.SERVER),
                        Arguments.of(kind, 503, ErrorClass.SERVER),
                        Arguments.of(kind, 529, ErrorClass.SERVER)));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void status_decidesTheClass_andNoTextDoes(Kind kind, int status, ErrorClass expected) {
        LlmException failure = fails(
                kind,
                hello(),
                ModelServer.refuses(
                        status, "{\"error\":{\"message\":\"timeout rate limit overloaded\"}}", "Retry-After", "1"));

        assertThat(failure.errorClass()).isEqualTo(expected);
        assertThat(failure.code()).isEqualTo(ErrorCode.MODEL_FAILED);
        assertThat(failure).hasMessageContaining("status " + status);
    }

    @ParameterizedTest
    @EnumSource
    void key_isInNoFailure_evenIfTheProviderQuotesIt(Kind kind) {
        LlmException failure = fails(
                kind,
                hello(),
                ModelServer.refuses(401, "{\"error\":{\"message\":\"Incorrect API key provided: " + Kind.KEY + "\"}}"));

        for (Throwable each = failure; each != null; each = each.getCause()) {
            assertThat(each.toString()).doesNotContain(Kind.KEY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void connection_thatBreaks_isTransient(Kind kind) {
        assertThat(fails(kind, hello(), ModelServer.breaks()).errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPEN_AI_STREAMING", "ANTHROPIC_STREAMING"})
    void stream_thatIsCut_isNoAnswer_howeverCleanlyItCloses(Kind kind) {
        for (int events = 1; events <= 3; events++) {
            try (ModelServer server =
                    ModelServer.start(kind.dialect, ModelServer.cutsAfter(events, "{\"action\":", "\"finish\"}"))) {
                LlmClient model =
                        kind.over(server).maxSilence(Duration.ofSeconds(2)).build();
                assertThatExceptionOfType(LlmException.class)
                        .as("after %s events", events)
                        .isThrownBy(() -> model.complete(hello(), call()))
                        .satisfies(failure ->
                                assertThat(failure.errorClass()).isIn(ErrorClass.TRANSIENT, ErrorClass.TIMEOUT));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void answer_thatWasTooLong_saysSo(Kind kind) {
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.endsFor("length", "half"))) {
            assertThat(kind.over(server).build().complete(hello(), call()).finishReason())
                    .isEqualTo("length");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OPEN_AI_STREAMING", "ANTHROPIC_STREAMING"})
    void pieces_areHeardInOrder_onTheThreadOfTheCaller_howeverTheyAreCut(Kind kind) {
        Random random = new Random(5);
        String whole = "{\"say\":\"\u00d8slo \ud83d\ude80\",\"action\":\"finish\"}".repeat(20);
        for (int round = 0; round < 5; round++) {
            List<String> heard = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says(cut(whole, random)))) {
                LlmReply reply = kind.over(server).build().complete(hello(), call().deltas(piece -> {
                    heard.add(piece);
                    threads.add(Thread.currentThread());
                }));
                assertThat(reply.text()).isEqualTo(whole).isEqualTo(String.join("", heard));
                assertThat(heard).hasSizeGreaterThan(10);
                assertThat(threads).containsOnly(Thread.currentThread());
            }
        }
    }

    /** Lines, events and characters come in two halves or more. */
    @ParameterizedTest
    @EnumSource(names = {"OPEN_AI_STREAMING", "ANTHROPIC_STREAMING"})
    void stream_thatIsTornAnywhere_isTheSameAnswer(Kind kind) {
        Random random = new Random(6);
        String whole = "{\"say\":\"\u00d8slo \ud83d\ude80\",\"action\":\"finish\"}".repeat(3);
        for (int round = 0; round < 10; round++) {
            StringBuilder heard = new StringBuilder();
            try (ModelServer server =
                    ModelServer.start(kind.dialect, ModelServer.tears(1 + 3 * round, random, cut(whole, random)))) {
                LlmReply reply = kind.over(server).build().complete(hello(), call().deltas(heard::append));
                assertThat(reply.text()).isEqualTo(whole).isEqualTo(heard.toString());
                assertThat(reply.usage().totalTokens()).isEqualTo(18);
            }
        }
    }

    private static String[] cut(String text, Random random) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + 1 + random.nextInt(15));
            if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
                to++;
            }
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces.toArray(String[]::new);
    }

    @ParameterizedTest
    @EnumSource(names = {"OPEN_AI_STREAMING", "ANTHROPIC_STREAMING"})
    void stream_thatStalls_endsWithItsDeadline_orItsCancellation(Kind kind) {
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.stalls("half"))) {
            LlmCall late = call().deadline(Clock.systemUTC().instant().plus(Duration.ofMillis(300)));
            assertThatExceptionOfType(LlmException.class)
                    .isThrownBy(() -> kind.over(server).build().complete(hello(), late))
                    .matches(failure -> failure.errorClass() == ErrorClass.TIMEOUT);

            Cancellation cancellation = Cancellation.create();
            assertThatExceptionOfType(LlmException.class)
                    .isThrownBy(() -> kind.over(server)
                            .customize(request -> {
                                cancellation.cancel("no longer wanted");
                                return request;
                            })
                            .build()
                            .complete(hello(), call().cancellation(cancellation)))
                    .matches(failure -> failure.code().equals(ErrorCode.CANCELLED));
        }
    }

    @ParameterizedTest
    @EnumSource
    void picture_thatIsInline_isSent(Kind kind) {
        Content dot = new Content.Media("image/png", "data:image/png;base64,iVBORw0KGgo=", "dot.png");
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("a dot"))) {
            kind.over(server)
                    .build()
                    .complete(request(new Message(Role.USER, List.of(dot, Content.text("What is it?")))), call());

            assertThat(server.lastBody().toString()).contains("iVBORw0KGgo=", "image/png");
        }
    }

    @ParameterizedTest
    @EnumSource
    void media_ofEveryKindThatTheProviderTakes_areSent_inTheirPlaces(Kind kind) {
        List<Content> parts = new ArrayList<>(List.of(
                Content.text("first"),
                new Content.Media("image/png", "data:image/png;base64,iVBORw0KGgo=", "dot.png"),
                Content.text("second"),
                new Content.Media("application/pdf", "data:application/pdf;base64,JVBERi0xLjQ=", "page.pdf"),
                Content.text("third")));
        List<String> places =
                new ArrayList<>(List.of("\"first\"", "iVBORw0KGgo=", "\"second\"", "JVBERi0xLjQ=", "\"third\""));
        if (kind.dialect == Dialect.OPEN_AI) {
            parts.add(new Content.Media("audio/wav", "data:audio/wav;base64,UklGRiQAAAA=", "tone.wav"));
            places.add("UklGRiQAAAA=");
        }
        try (ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("x"))) {
            kind.over(server).build().complete(request(new Message(Role.USER, parts)), call());

            assertThat(server.lastBody().toString()).containsSubsequence(places);
        }
    }

    @Test
    void media_thatNoModelTakes_areRefused_andNothingIsSent() {
        Content zip = new Content.Media("application/zip", "data:application/zip;base64,UEs=", null);
        Content picture = new Content.Media("image/png", "data:image/png;base64,iVBORw0KGgo=", null);
        Content none = new Content.Media("image/png", "http://example.com/x.png", null);
        try (ModelServer server = ModelServer.start(Dialect.OPEN_AI, ModelServer.says("x"))) {
            for (Message message : List.of(
                    new Message(Role.USER, List.of(zip)),
                    new Message(Role.SYSTEM, List.of(picture)),
                    new Message(Role.USER, List.of(none)))) {
                assertThatExceptionOfType(LlmException.class)
                        .isThrownBy(() -> Kind.OPEN_AI.over(server).build().complete(request(message), call()))
                        .matches(failure -> failure.code().equals(ErrorCode.INVALID_CONTENT));
            }
            assertThat(server.bodies).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void picture_thatIsStored_isShown_ofOnesOwnSessionAndUpToASize_elseDescribed(Kind kind) {
        try (ArtifactStore store = Artifacts.memoryStore();
                ModelServer server = ModelServer.start(kind.dialect, ModelServer.says("x"))) {
            byte[] bytes = "a picture of a boat".repeat(100).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            ArtifactRef ref = ScopedArtifacts.of(store, new ArtifactScope(ADA, "t"))
                    .put(bytes, ArtifactOptions.of("image/png"))
                    .ref();
            String shown = java.util.Base64.getEncoder().encodeToString(bytes);

            assertThat(sent(kind.over(server).media(store), server, ref, "image/png", ADA))
                    .contains(shown)
                    .doesNotContain(ref.id());
            assertThat(sent(kind.over(server), server, ref, "image/png", ADA))
                    .contains(ref.id())
                    .doesNotContain(shown);
            assertThat(sent(kind.over(server).media(store, 1_000), server, ref, "image/png", ADA))
                    .contains(ref.id())
                    .doesNotContain(shown);
            assertThat(sent(kind.over(server).media(store), server, ref, "text/plain", ADA))
                    .contains(ref.id())
                    .doesNotContain(shown);
            assertThat(sent(
                            kind.over(server).media(store),
                            server,
                            ref,
                            "image/png",
                            Identity.of("globex", "bob", "s2")))
                    .contains(ref.id())
                    .doesNotContain(shown);
        }
    }

    private static String sent(
            LangChain4jLlm.Builder builder, ModelServer server, ArtifactRef ref, String type, Identity who) {
        Content stub = new Content.Stub(new ArtifactStub(ref, type, 10, null, null));
        builder.build().complete(request(new Message(Role.USER, List.of(stub))), LlmCall.of(who));
        return server.lastBody().toString();
    }

    @Test
    void price_isRoundedUp_andNeverNegative() {
        assertThat(new ModelPrice(1, 0).of(1, 0)).isEqualTo(1);
        assertThat(new ModelPrice(2_500_000, 10_000_000).of(1_000_000, 1_000_000))
                .isEqualTo(12_500_000);
        assertThat(ModelPrice.FREE.of(Long.MAX_VALUE, Long.MAX_VALUE)).isZero();
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new ModelPrice(-1, 0));
    }
}
