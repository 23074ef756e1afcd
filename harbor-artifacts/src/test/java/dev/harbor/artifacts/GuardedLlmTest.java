package dev.harbor.artifacts;

import static dev.harbor.artifacts.Samples.ADA;
import static dev.harbor.artifacts.Samples.CLOCK;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.event.ContextLeaked;
import dev.harbor.event.ContextWindowExceeded;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.MediaStored;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.ContextLeakException;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.ResponseFormat;
import dev.harbor.llm.Role;
import dev.harbor.policy.Cancellation;
import dev.harbor.safety.ContextSafety;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GuardedLlmTest {

    private static final int THRESHOLD = 1024;

    private record Asked(LlmRequest request, LlmCall call) {}

    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<HarborEvent> events = new CopyOnWriteArrayList<>();
    private final ArtifactStore store = Artifacts.memoryStore();
    private final ContextSafety safety = builder().over(store);
    private final LlmClient guard = guard(safety);
    private final LlmCall call = LlmCall.of(ADA).run("run-1");

    private static Artifacts.Builder builder() {
        return Artifacts.builder().thresholdBytes(THRESHOLD).clock(CLOCK);
    }

    private LlmReply answer(LlmRequest request, LlmCall by) {
        asked.add(new Asked(request, by));
        return LlmReply.of("ok");
    }

    private LlmClient guard(ContextSafety by) {
        return by.guard(this::answer, events::add, CLOCK);
    }

    private static LlmRequest request(Role role, Content... parts) {
        return LlmRequest.of(List.of(new Message(role, List.of(parts))));
    }

    private static String sized(String unit, int bytes) {
        int width = unit.getBytes(UTF_8).length;
        return unit.repeat(bytes / width) + "x".repeat(bytes % width);
    }

    private void assertLeak(LlmRequest request, String where, long size) {
        assertThatExceptionOfType(ContextLeakException.class)
                .isThrownBy(() -> guard.complete(request, call))
                .satisfies(leak -> {
                    assertThat(leak.code()).isEqualTo(ErrorCode.CONTEXT_LEAK);
                    assertThat(leak.where()).isEqualTo(where);
                    assertThat(leak.sizeBytes()).isEqualTo(size);
                    assertThat(leak.limitBytes()).isEqualTo(THRESHOLD);
                });
        assertThat(asked).isEmpty();
        assertThat(events).singleElement().isInstanceOfSatisfying(ContextLeaked.class, leak -> {
            assertThat(leak.type()).isEqualTo("llm.context_leak");
            assertThat(leak.where()).isEqualTo(where);
            assertThat(leak.sizeBytes()).isEqualTo(size);
            assertThat(leak.limitBytes()).isEqualTo(THRESHOLD);
            assertThat(leak.identity()).isEqualTo(ADA);
            assertThat(leak.runId()).contains("run-1");
            assertThat(leak.at()).isEqualTo(CLOCK.instant());
        });
        events.clear();
    }

    private void assertPasses(LlmRequest request) {
        assertThat(guard.complete(request, call).text()).isEqualTo("ok");
        assertThat(asked).hasSize(1);
        asked.clear();
    }

    private void assertRefused(LlmClient client, LlmRequest request, LlmCall by, ErrorCode code) {
        assertThatExceptionOfType(LlmException.class)
                .isThrownBy(() -> client.complete(request, by))
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
        assertThat(asked).isEmpty();
    }

    // ---- leaks

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "€", "😀", "\u0000", "\""})
    void text_isALeakFromTheThresholdOn(String unit) {
        assertPasses(request(Role.USER, Content.text(sized(unit, THRESHOLD - 1))));
        assertLeak(request(Role.USER, Content.text(sized(unit, THRESHOLD))), "messages[0].parts[0].text", THRESHOLD);
        assertLeak(
                request(Role.USER, Content.text(sized(unit, THRESHOLD + 1))),
                "messages[0].parts[0].text",
                THRESHOLD + 1);
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void everyRole_andEveryPart_isLookedAt(Role role) {
        Content light = Content.text("light");
        Content heavy = Content.text("h".repeat(THRESHOLD));
        LlmRequest request = LlmRequest.of(List.of(
                Message.of(Role.SYSTEM, "first"),
                new Message(role, List.of(light, light, heavy)),
                Message.of(role, "last")));
        assertLeak(request, "messages[1].parts[2].text", THRESHOLD);
    }

    @Test
    void manyLightParts_areNoLeak() {
        Content part = Content.text("p".repeat(THRESHOLD - 1));
        assertPasses(new LlmRequest(
                List.of(new Message(Role.SYSTEM, java.util.Collections.nCopies(200, part))),
                ResponseFormat.TEXT,
                100,
                0,
                null));
    }

    @Test
    void unpairedSurrogates_countAsThreeBytes() {
        assertPasses(request(Role.USER, Content.text("\ud83d".repeat(THRESHOLD / 3))));
        assertLeak(
                request(Role.USER, Content.text("\ud83d".repeat(THRESHOLD / 3 + 1))),
                "messages[0].parts[0].text",
                (THRESHOLD / 3 + 1) * 3L);
    }

    @Test
    void base64_andDataUrls_insideText_areText() {
        String hidden = Base64.getEncoder().encodeToString(new byte[THRESHOLD]);
        assertLeak(request(Role.USER, Content.text(hidden)), "messages[0].parts[0].text", hidden.length());
        String url = "data:image/png;base64," + hidden;
        assertLeak(request(Role.USER, Content.text(url)), "messages[0].parts[0].text", url.length());
    }

    @Test
    void schema_andModel_andNames_areLookedAt() {
        LlmRequest plain = request(Role.USER, Content.text("hi"));
        Json schema = Json.string("s".repeat(THRESHOLD));
        assertLeak(plain.responseFormat(ResponseFormat.schema(schema)), "responseFormat.schema", schema.sizeBytes());
        assertPasses(plain.responseFormat(ResponseFormat.schema(Json.string("s".repeat(THRESHOLD - 3)))));
        String model = "é".repeat(THRESHOLD / 2);
        assertLeak(new LlmRequest(plain.messages(), ResponseFormat.TEXT, 10, 0, model), "model", THRESHOLD);
        String url = url(1);
        assertLeak(
                request(Role.USER, new Content.Media("image/png", url, "n".repeat(THRESHOLD))),
                "messages[0].parts[0].name",
                THRESHOLD);
        assertLeak(
                request(Role.USER, new Content.Media("m".repeat(THRESHOLD), url, null)),
                "messages[0].parts[0].mediaType",
                THRESHOLD);
    }

    @Test
    void stub_thatIsHeavyItself_isALeak() {
        ArtifactRef ref = new ArtifactRef("sha256:" + "a".repeat(64));
        Content light = new Content.Stub(new ArtifactStub(ref, "text/plain", 1L << 40, "short", "artifact.fetch"));
        assertPasses(request(Role.USER, light));
        Content.Stub heavy = new Content.Stub(new ArtifactStub(ref, "text/plain", 1, "s".repeat(THRESHOLD), null));
        assertLeak(request(Role.USER, heavy), "messages[0].parts[0].stub", heavy.sizeBytes());
    }

    @Test
    void listener_thatThrows_changesNothing() {
        LlmClient loud = safety.guard(
                this::answer,
                event -> {
                    throw new IllegalStateException("listener");
                },
                CLOCK);
        assertThatExceptionOfType(ContextLeakException.class)
                .isThrownBy(() -> loud.complete(request(Role.USER, Content.text("x".repeat(THRESHOLD))), call));
        assertThat(loud.complete(request(Role.USER, media(THRESHOLD)), call).text())
                .isEqualTo("ok");
    }

    // ---- media

    private static String url(int decodedBytes) {
        return "data:image/png;base64,"
                + Base64.getEncoder().encodeToString(Samples.random(decodedBytes, decodedBytes));
    }

    private static Content.Media media(int decodedBytes) {
        return new Content.Media("image/png", url(decodedBytes), "cat.png");
    }

    @Test
    void media_passesBelowTheThreshold_alsoWhenItsUrlIsLonger_andIsStoredFromItOn() throws Exception {
        for (int size : new int[] {0, 1, 2, 3, THRESHOLD - 2, THRESHOLD - 1}) {
            LlmRequest request = request(Role.USER, media(size));
            assertThat(guard.complete(request, call).text()).isEqualTo("ok");
            assertThat(asked.get(asked.size() - 1).request()).isSameAs(request);
        }
        assertThat(events).isEmpty();
        for (int size : new int[] {THRESHOLD, THRESHOLD + 1, THRESHOLD + 2, 500_000}) {
            asked.clear();
            LlmRequest request = request(Role.USER, Content.text("look"), media(size));
            guard.complete(request, call);
            List<Content> sent = asked.get(0).request().messages().get(0).parts();
            ArtifactStub stub = ((Content.Stub) sent.get(1)).stub();
            assertThat(sent.get(0)).isEqualTo(Content.text("look"));
            assertThat(request.messages().get(0).parts().get(1)).isInstanceOf(Content.Media.class);
            assertThat(stub.sizeBytes()).isEqualTo(size);
            assertThat(stub.mediaType()).isEqualTo("image/png");
            assertThat(stub.summary()).isEqualTo("cat.png");
            assertThat(stub.fetchTool()).isEqualTo("artifact.fetch");
            assertThat(stub.toJson().sizeBytes()).isLessThan(THRESHOLD);
            assertThat(Samples.read(safety.artifacts(new ArtifactScope(ADA, "other")), stub.ref()))
                    .isEqualTo(Samples.random(size, size));
        }
    }

    @Test
    void media_thatIsStored_isToldAndBelongsToTheRun() {
        guard.complete(request(Role.USER, media(5000)), call);
        MediaStored told = (MediaStored) events.get(0);
        assertThat(events).hasSize(1);
        assertThat(told.type()).isEqualTo("llm.media_stored");
        assertThat(told.where()).isEqualTo("messages[0].parts[0]");
        assertThat(told.sizeBytes()).isEqualTo(5000);
        ArtifactInfo info = store.find(ADA, told.artifact()).orElseThrow();
        assertThat(info.scope()).isEqualTo(new ArtifactScope(ADA, "run-1"));
        assertThat(info.options().namespace()).isEqualTo("llm.media");
        assertThat(info.options().filename()).isEqualTo("cat.png");
    }

    @Test
    void stored_askedAgain_isTheSameStubAndStaysOne() {
        guard.complete(request(Role.USER, media(5000)), call);
        LlmRequest light = asked.get(0).request();
        guard.complete(light, call);
        assertThat(asked.get(1).request()).isSameAs(light);
        guard.complete(request(Role.USER, media(5000)), call);
        assertThat(asked.get(2).request()).isEqualTo(light);
    }

    @Test
    void media_withHostileDescription_isStoredAllTheSame() {
        String name = "\ud83d../../x\u0000".repeat(30) + "é".repeat(200);
        guard.complete(request(Role.USER, new Content.Media("b\u00e4d\ntype", url(5000), name)), call);
        ArtifactStub stub =
                ((Content.Stub) asked.get(0).request().messages().get(0).parts().get(0)).stub();
        assertThat(stub.mediaType()).isEqualTo("application/octet-stream");
        assertThat(stub.toJson().sizeBytes()).isLessThan(THRESHOLD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "http://example.com/cat.png",
                "data:",
                "data:image/png,AAAA",
                "data:image/png;base64",
                "data:image/png;base64,A",
                "data:image/png;base64,AAAAA",
                "data:image/png;base64,AA AA",
                "data:image/png;base64,AAA\u0141",
                "data:image/png;base64,AA=A",
                "data:image/png;base64,====",
                "data:image/png;base64,-_-_"
            })
    void dataUrl_thatIsNone_isRefused_smallOrLarge(String url) {
        assertRefused(
                guard, request(Role.USER, new Content.Media("image/png", url, null)), call, ErrorCode.INVALID_CONTENT);
        String large = url + "A".repeat(4 * THRESHOLD) + (url.contains(";base64,") ? "*" : "");
        assertRefused(
                guard,
                request(Role.USER, new Content.Media("image/png", large, null)),
                call,
                ErrorCode.INVALID_CONTENT);
        assertThat(store.list(dev.harbor.artifact.ArtifactFilter.everyTenant(), 10))
                .isEmpty();
    }

    @Test
    void dataUrl_cannotCarryTextBeforeItsBytes() {
        String url = "data:image/png;comment=" + "t".repeat(THRESHOLD) + ";base64,AAAA";
        assertRefused(
                guard, request(Role.USER, new Content.Media("image/png", url, null)), call, ErrorCode.INVALID_CONTENT);
    }

    @Test
    void media_thatCannotBeStored_isNotSent() {
        LlmClient broken = guard(builder().over(Samples.broken()));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> broken.complete(request(Role.USER, media(5000)), call));
        assertThat(asked).isEmpty();
    }

    // ---- window, time, end

    @Test
    void window_isExceededFromItsLimitOn_toTheToken() {
        for (long estimated : new long[] {94, 95, 96}) {
            LlmClient client = guard(builder()
                    .contextWindowTokens(100)
                    .tokens(request -> estimated)
                    .over(store));
            if (estimated < 95) {
                client.complete(request(Role.USER, Content.text("hi")), call);
                asked.clear();
            } else {
                assertRefused(client, request(Role.USER, Content.text("hi")), call, ErrorCode.CONTEXT_WINDOW_EXCEEDED);
                assertThat(events).singleElement().isInstanceOfSatisfying(ContextWindowExceeded.class, told -> {
                    assertThat(told.type()).isEqualTo("llm.context_window_exceeded");
                    assertThat(told.estimatedTokens()).isEqualTo(estimated);
                    assertThat(told.windowTokens()).isEqualTo(100);
                    assertThat(told.reserve()).isEqualTo(0.05);
                });
                events.clear();
            }
        }
    }

    @Test
    void window_measuresWhatIsSent_notWhatWasStored() {
        List<LlmRequest> measured = new ArrayList<>();
        LlmClient client = guard(builder()
                .contextWindowTokens(1000)
                .tokens(request -> {
                    measured.add(request);
                    return 1;
                })
                .over(store));
        client.complete(request(Role.USER, media(50_000)), call);
        assertThat(measured).containsExactly(asked.get(0).request());
    }

    @Test
    void call_withoutDeadline_getsOne_andWithOneKeepsIt() {
        guard.complete(request(Role.USER, Content.text("hi")), call);
        assertThat(asked.get(0).call().deadline()).contains(CLOCK.instant().plus(Duration.ofMinutes(5)));
        Instant own = CLOCK.instant().plusNanos(1);
        guard.complete(request(Role.USER, Content.text("hi")), call.deadline(own));
        assertThat(asked.get(1).call().deadline()).contains(own);
        guard(builder().modelTimeout(Duration.ofSeconds(7)).over(store))
                .complete(request(Role.USER, Content.text("hi")), call);
        assertThat(asked.get(2).call().deadline()).contains(CLOCK.instant().plusSeconds(7));
    }

    @Test
    void call_thatIsOver_isNotMade() {
        LlmRequest request = request(Role.USER, Content.text("hi"));
        assertRefused(guard, request, call.deadline(CLOCK.instant()), ErrorCode.DEADLINE_EXCEEDED);
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel("enough");
        assertRefused(guard, request, call.cancellation(cancellation), ErrorCode.CANCELLED);
    }

    @Test
    void closed_refusesEverything_andMayBeClosedTwice() {
        safety.close();
        safety.close();
        assertRefused(guard, request(Role.USER, Content.text("hi")), call, ErrorCode.CLOSED);
    }

    @Test
    void guard_ofAGuard_isStillOne() {
        LlmClient twice = safety.guard(guard, events::add, CLOCK);
        assertThatExceptionOfType(ContextLeakException.class)
                .isThrownBy(() -> twice.complete(request(Role.USER, Content.text("x".repeat(THRESHOLD))), call));
        assertThat(twice.complete(request(Role.USER, media(5000)), call).text()).isEqualTo("ok");
        assertThat(asked).hasSize(1);
    }

    @Test
    void failure_ofTheClient_isPassedOnAsItIs() {
        IllegalStateException failure = new IllegalStateException("provider");
        LlmClient failing = safety.guard(
                (request, by) -> {
                    throw failure;
                },
                events::add,
                CLOCK);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> failing.complete(request(Role.USER, Content.text("hi")), call))
                .isSameAs(failure);
    }

    @Test
    void cancellation_ofOneCall_endsThatOneOnly_whileAnotherIsUnderWay() {
        Cancellation mine = Cancellation.create();
        Cancellation others = Cancellation.create();
        LlmClient outer = safety.guard(
                (request, by) -> {
                    mine.cancel("enough");
                    assertRefused(guard, request, call.cancellation(mine), ErrorCode.CANCELLED);
                    return answer(request, by);
                },
                events::add,
                CLOCK);

        outer.complete(request(Role.USER, Content.text("hi")), call.cancellation(others));

        assertThat(asked)
                .singleElement()
                .satisfies(each -> assertThat(each.call().cancellation()).isSameAs(others));
        assertThat(others.isCancelled()).isFalse();
    }

    @Test
    void manyCallsAtOnce_keepTheirIdentities() throws Exception {
        int many = 100;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            CountDownLatch ready = new CountDownLatch(many);
            List<Future<LlmReply>> pending = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                Identity identity = Identity.of("t" + i, "u", "s");
                LlmRequest request = request(Role.USER, Content.text("from t" + identity.tenant()), media(2000 + i));
                pending.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    return guard.complete(request, LlmCall.of(identity));
                }));
            }
            for (Future<LlmReply> each : pending) {
                each.get(1, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(asked).hasSize(many).allSatisfy(each -> {
            List<Content> parts = each.request().messages().get(0).parts();
            Identity identity = each.call().identity();
            assertThat(parts.get(0)).isEqualTo(Content.text("from t" + identity.tenant()));
            assertThat(store.find(identity, ((Content.Stub) parts.get(1)).stub().ref()))
                    .isPresent();
        });
        assertThat(events).hasSize(many);
    }
}
