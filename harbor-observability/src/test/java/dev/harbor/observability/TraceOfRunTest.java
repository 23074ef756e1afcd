package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.journal.InMemoryJournal;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The spans of a run with a model, a tool that is tried again, a batch, a nested call, a pause, and what comes after it. */
final class TraceOfRunTest {

    /** The page on observing quotes it. */
    static final String TREE = """
            invoke_agent  waiting, pause:approval_required
              chat
              execute_tool weather.forecast  success after 2 attempts
              execute_tool flights.search  success
              execute_tool hotels.search  exhausted after 2 attempts
              execute_tool trip.costs  success
                execute_tool rates.convert  success
              execute_tool trip.book  paused
            invoke_agent  succeeded, goal  (link to the drive before)
              execute_tool trip.book  success
            """;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Watched watched = new Watched();

    @AfterEach
    void close() {
        watched.close();
    }

    private RunResult parked(HarborRuntime runtime) {
        return runtime.as(Trip.ADA)
                .start(RunRequest.goal("a trip").id("trip-1"))
                .await(PATIENCE);
    }

    private RunResult approved(HarborRuntime runtime, String token) {
        return Objects.requireNonNull(runtime.as(Trip.ADA)
                        .resolvePause(token, Resolution.approve("olga"))
                        .run())
                .await(PATIENCE);
    }

    private void drive() {
        try (HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create())) {
            assertThat(approved(runtime, parked(runtime).tokens().get(0)).isSuccess())
                    .isTrue();
        }
    }

    @Test
    void run_isATree_asItsWorkIs() {
        drive();

        assertThat(watched.tree()).isEqualTo(TREE);
        List<SpanData> drives = watched.spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals("invoke_agent"))
                .toList();
        assertThat(drives).hasSize(2);
        assertThat(drives.get(1).getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId())
                        .isEqualTo(drives.get(0).getSpanId()));
    }

    @Test
    void run_belongsToTheTraceOfWhoStartsIt() {
        Span request = watched.sdk.getTracer("host").spanBuilder("POST /trips").startSpan();
        try (HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create())) {
            RunResult parked = Context.current()
                    .with(request)
                    .wrapSupplier(() -> parked(runtime))
                    .get();
            request.end();
            approved(runtime, parked.tokens().get(0));
        }
        assertThat(watched.tree())
                .startsWith("POST /trips\n  invoke_agent  waiting, pause:approval_required\n    chat\n");
    }

    @Test
    void run_thatGoesOnInAnotherProcess_hasALinkToTheDriveBefore() {
        InMemoryJournal journal = InMemoryJournal.create();
        try (HarborRuntime one = Trip.runtime(watched.telemetry, journal);
                Watched elsewhere = new Watched();
                HarborRuntime two = Trip.runtime(elsewhere.telemetry, journal)) {
            String token = parked(one).tokens().get(0);
            approved(two, token);

            SpanData before = watched.span("invoke_agent");
            SpanData after = elsewhere.span("invoke_agent");
            assertThat(after.getTraceId()).isNotEqualTo(before.getTraceId());
            assertThat(after.getLinks()).singleElement().satisfies(link -> {
                assertThat(link.getSpanContext().getTraceId()).isEqualTo(before.getTraceId());
                assertThat(link.getSpanContext().getSpanId()).isEqualTo(before.getSpanId());
            });
            assertThat(Watched.get(after, Names.RESUMED)).isTrue();
        }
    }

    @Test
    void turn_ofALoop_beginsATraceOfItsOwn() throws InterruptedException {
        Span request = watched.sdk.getTracer("host").spanBuilder("POST /desk").startSpan();
        try (HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create());
                Loop loop = runtime.as(Trip.ADA)
                        .loop("desk-7", LoopDefinition.builder("desk").build())) {
            Context.current()
                    .with(request)
                    .wrapSupplier(() -> loop.send("a trip"))
                    .get()
                    .await(PATIENCE);
        }
        request.end();
        assertThat(watched.span("invoke_agent").getTraceId())
                .isNotEqualTo(request.getSpanContext().getTraceId());
    }

    @Test
    void spans_haveTheAttributesOfTheConventions() {
        drive();
        SpanData forecast = watched.span("execute_tool weather.forecast");
        assertThat(forecast.getKind()).isEqualTo(SpanKind.INTERNAL);
        assertThat(Watched.get(forecast, Names.OPERATION)).isEqualTo("execute_tool");
        assertThat(Watched.get(forecast, Names.TOOL)).isEqualTo("weather.forecast");
        assertThat(Watched.get(forecast, Names.TOOL_ID)).isEqualTo("weather.forecast@v1");
        assertThat(Watched.get(forecast, Names.TOOL_TYPE)).isEqualTo("function");
        assertThat(Watched.get(forecast, Names.CALL_ID)).isEqualTo("c1");
        assertThat(Watched.get(forecast, Names.RUN)).isEqualTo("trip-1");
        assertThat(Watched.get(forecast, Names.EFFECT)).isEqualTo("read");
        assertThat(Watched.get(forecast, Names.TRANSPORT)).isEqualTo("inprocess");
        assertThat(Watched.get(forecast, Names.ATTEMPTS)).isEqualTo(2);
        assertThat(forecast.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);

        SpanData chat = watched.span("chat");
        assertThat(chat.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(Watched.get(chat, Names.OPERATION)).isEqualTo("chat");
        assertThat(Watched.get(chat, Names.PROVIDER)).isEqualTo("openai");
        assertThat(Watched.get(chat, Names.RESPONSE_MODEL)).isEqualTo("model-of-today-2026-11");
        assertThat(Watched.get(chat, Names.INPUT_TOKENS)).isEqualTo(120);
        assertThat(Watched.get(chat, Names.OUTPUT_TOKENS)).isEqualTo(30);
        assertThat(Watched.get(chat, Names.FINISH_REASONS)).containsExactly("stop");
        assertThat(Watched.get(chat, Names.MAX_TOKENS)).isEqualTo(4096);
    }

    @Test
    void failures_haveTheirCode_andAttemptsAreTold() {
        drive();
        SpanData hotels = watched.span("execute_tool hotels.search");
        assertThat(hotels.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(Watched.get(hotels, Names.ERROR)).isEqualTo("RETRIES_EXHAUSTED");
        assertThat(hotels.getEvents())
                .extracting(EventData::getName)
                .containsExactly("harbor.attempt.failed", "harbor.attempt.failed");
        assertThat(watched.span("execute_tool weather.forecast").getEvents())
                .singleElement()
                .satisfies(event ->
                        assertThat(event.getAttributes().get(Names.ATTEMPT)).isEqualTo(1));
        assertThat(watched.span("invoke_agent").getEvents())
                .extracting(EventData::getName)
                .containsExactly("harbor.pause.requested");
    }

    @Test
    void nothing_thatIsSaid_isInASpan() {
        drive();

        String all = watched.spans.getFinishedSpanItems().toString();
        assertThat(all)
                .doesNotContain(Trip.SECRET_CITY)
                .doesNotContain(Trip.PASSWORD)
                .doesNotContain("ada-lovelace")
                .doesNotContain("session-4711");
    }
}
