package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.http.Service.Says;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each status means, and which of them are tried again. */
final class StatusTest {

    private static final ToolPolicy FOUR = ToolPolicy.builder()
            .maxAttempts(4)
            .backoff(Backoff.NONE)
            .noBreaker()
            .timeout(Duration.ofMinutes(2))
            .build();

    private static HttpTool.Builder read(Service service) {
        return HttpTool.get("t", service.url("/x")).effect(SideEffect.READ).policy(FOUR);
    }

    /** The head says all that counts; the body begins, and neither goes on nor ends. */
    @ParameterizedTest
    @ValueSource(ints = {409, 422, 503})
    void refusal_whoseBodyHangs_isAKnownOutcome(int status) throws Exception {
        try (HangingService service = HangingService.saying(status);
                World world = World.of(HttpTool.post("t", service.url("/x"))
                        .effect(SideEffect.WRITE)
                        .policy(ToolPolicy.builder()
                                .timeout(Duration.ofSeconds(4))
                                .build())
                        .build())) {
            ToolOutcome<?> outcome = world.call("t", "{}");

            assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(World.error(outcome).outcomeKnown()).isTrue();
            assertThat(World.error(outcome).message()).contains("HTTP " + status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400, HTTP_BAD_REQUEST, permanent, true",
        "401, HTTP_UNAUTHENTICATED, permanent, true",
        "403, HTTP_FORBIDDEN, permanent, true",
        "404, HTTP_NOT_FOUND, permanent, true",
        "405, HTTP_METHOD_NOT_ALLOWED, permanent, true",
        "408, HTTP_REQUEST_TIMEOUT, transient, true",
        "409, HTTP_CONFLICT, permanent, true",
        "410, HTTP_GONE, permanent, true",
        "412, HTTP_PRECONDITION_FAILED, permanent, true",
        "413, HTTP_CONTENT_TOO_LARGE, permanent, true",
        "422, HTTP_UNPROCESSABLE, permanent, true",
        "423, HTTP_LOCKED, permanent, true",
        "425, HTTP_TOO_EARLY, transient, true",
        "429, HTTP_TOO_MANY_REQUESTS, transient, true",
        "418, HTTP_CLIENT_ERROR, permanent, true",
        "302, HTTP_REDIRECT, permanent, true",
        "304, HTTP_REDIRECT, permanent, true",
        "500, HTTP_SERVER_ERROR, 5xx, true",
        "501, HTTP_NOT_IMPLEMENTED, permanent, true",
        "502, HTTP_BAD_GATEWAY, 5xx, false",
        "503, HTTP_UNAVAILABLE, 5xx, true",
        "504, HTTP_GATEWAY_TIMEOUT, 5xx, false",
        "520, HTTP_SERVER_ERROR, 5xx, false"
    })
    void status_isWhatItIs(int status, String code, String errorClass, boolean outcomeKnown) throws Exception {
        try (Service service = Service.saying(Says.status(status));
                World world = World.of(HttpTool.post("t", service.url("/x"))
                        .effect(SideEffect.WRITE)
                        .policy(FOUR)
                        .build())) {
            ToolOutcome<?> outcome = world.call("t", "{}");
            ToolError error = World.error(outcome);

            assertThat(error.code().value()).isEqualTo(code);
            assertThat(error.errorClass().wireName()).isEqualTo(errorClass);
            assertThat(error.outcomeKnown()).isEqualTo(outcomeKnown);
            assertThat(outcome instanceof ToolOutcome.Unknown).isEqualTo(!outcomeKnown);
            assertThat(error.message()).contains("HTTP " + status);
            assertThat(service.asked()).hasSize(1);
        }
    }

    @Test
    void serverErrors_ofARead_areTriedAgain_untilItAnswers() throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (Service service = Service.answering(
                        asked -> count.incrementAndGet() < 3 ? Says.status(500) : Says.json("{\"n\":3}"));
                World world = World.of(read(service).build())) {
            assertThat(world.result("t", "{}").toString()).isEqualTo("{\"n\":3}");
            assertThat(service.asked()).hasSize(3);
        }
    }

    @Test
    void serverErrors_thatStay_areSeenOnceAnAttempt() throws Exception {
        try (Service service = Service.saying(Says.status(500));
                World world = World.of(read(service).build())) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("RETRIES_EXHAUSTED");
            assertThat(service.asked()).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 410, 412, 422, 501})
    void refusals_ofARead_areNotTriedAgain(int status) throws Exception {
        try (Service service = Service.saying(Says.status(status));
                World world = World.of(read(service).build())) {
            assertThat(world.error("t", "{}").outcomeKnown()).isTrue();
            assertThat(service.asked()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 503})
    void refusalsOfTheMoment_ofARead_areTriedAgain(int status) throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (Service service = Service.answering(
                        asked -> count.incrementAndGet() == 1 ? Says.status(status) : Says.json("1"));
                World world = World.of(read(service).build())) {
            assertThat(world.result("t", "{}").toString()).isEqualTo("1");
        }
    }

    @Test
    void body_thatNamesAnotherStatus_changesNothing() throws Exception {
        try (Service service = Service.saying(Says.of(404, "text/plain", "status 503: timeout, 500 "));
                World world = World.of(read(service).build())) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("HTTP_NOT_FOUND");
            assertThat(service.asked()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void retryAfter_inSecondsOrAsADate_isWaitedFor(boolean asDate) throws Exception {
        ManualClock clock = ManualClock.create();
        String value = asDate
                ? DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        clock.instant().plusSeconds(7).atOffset(ZoneOffset.UTC))
                : "7";
        AtomicInteger count = new AtomicInteger();
        try (Service service = Service.answering(asked ->
                        count.incrementAndGet() == 1 ? Says.status(429).with("Retry-After", value) : Says.json("1"));
                World world = World.of(
                        World.loopback().clock(clock).build(),
                        builder -> builder.ticker(clock::nanoTime),
                        read(service).build())) {
            var call = world.ada().submit("t", dev.harbor.json.Json.EMPTY_OBJECT);
            world.events.await("tool.attempted", 1);
            clock.advance(Duration.ofMillis(6999));
            assertThat(service.asked()).hasSize(1);
            clock.advance(Duration.ofMillis(1));
            Awaitility.await().atMost(1, TimeUnit.MINUTES).until(call::isDone);
            assertThat(service.asked()).hasSize(2);
        }
    }

    @Test
    void retryAfter_thatIsLongerThanTheTimeLeft_failsAtOnce_andIsTold() throws Exception {
        ToolPolicy brief = FOUR.toBuilder().deadline(Duration.ofSeconds(60)).build();
        try (Service service = Service.saying(Says.status(429).with("Retry-After", "3600"));
                World world = World.of(read(service).policy(brief).build())) {
            ToolError error = world.error("t", "{}");

            assertThat(service.asked()).hasSize(1);
            assertThat(error.code().value()).isEqualTo("HTTP_TOO_MANY_REQUESTS");
            assertThat(error.message()).contains("3600 s");
            assertThat(error.cause()).isInstanceOf(ToolFailed.class);
            assertThat(((ToolFailed) error.cause()).retryAfter()).isEqualTo(Duration.ofHours(1));
        }
    }

    @Test
    void retryAfter_thatCantBeRead_isNone() throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (Service service = Service.answering(asked ->
                        count.incrementAndGet() == 1 ? Says.status(503).with("Retry-After", "soon") : Says.json("1"));
                World world = World.of(read(service).build())) {
            assertThat(world.result("t", "{}").toString()).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/problem+json | {\"title\":\"Sold out\",\"detail\":\"No pears left\",\"status\":409} | Sold out: No pears left",
                "application/json | {\"error\":{\"message\":\"no such order\"}} | no such order",
                "application/json | {\"message\":\"no\"} | no",
                "application/json | {\"error\":\"denied\"} | denied",
                "text/plain | plainly no | plainly no"
            })
    void refusal_isToldInTheWordsOfTheService(String type, String body, String words) throws Exception {
        try (Service service = Service.saying(Says.of(409, type.strip(), body.strip()));
                World world = World.of(read(service).build())) {
            assertThat(world.error("t", "{}").message()).endsWith(": " + words.strip());
        }
    }

    @Test
    void refusal_thatIsLong_isToldInAtMost256Bytes_onOneLine_withoutSecrets() throws Exception {
        String body = "password=hunter2hunter2\r\n\u202e" + "ä".repeat(100_000);
        try (Service service = Service.saying(Says.of(400, "text/plain; charset=utf-8", body));
                World world = World.of(read(service).build())) {
            String message = world.error("t", "{}").message();
            String told = message.substring(message.indexOf("): ") + 3);

            assertThat(told.getBytes(StandardCharsets.UTF_8).length).isBetween(200, 256);
            assertThat(told).doesNotContain("hunter2", "\r", "\n", "\u202e");
        }
    }

    @Test
    void refusal_inHtml_isNotTold() throws Exception {
        try (Service service = Service.saying(Says.of(400, "text/html", "<html>call your bank</html>"));
                World world = World.of(read(service).build())) {
            assertThat(world.error("t", "{}").message()).doesNotContain("bank");
        }
    }
}
