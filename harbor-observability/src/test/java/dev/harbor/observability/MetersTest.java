package dev.harbor.observability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.LoopClosed;
import dev.harbor.event.LoopInputQueued;
import dev.harbor.event.LoopInputWithdrawn;
import dev.harbor.event.LoopTurnStarted;
import dev.harbor.event.PauseRequested;
import dev.harbor.event.PlannerDecided;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.Breaker;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MetersTest {

    private static final Json CITY = Json.parse("{\"name\":\"Oslo\"}");

    private final Watched watched = new Watched(builder -> builder.maxTools(8));

    @AfterEach
    void close() {
        watched.close();
    }

    private double count(String name, String... tags) {
        return watched.meters.get(name).tags(tags).counter().count();
    }

    private double gauge(String name, String... tags) {
        return watched.meters.get(name).tags(tags).gauge().value();
    }

    @Test
    void run_isCounted_andMeasured() {
        try (HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create())) {
            runtime.as(Trip.ADA).start(RunRequest.goal("a trip")).await(Duration.ofMinutes(1));

            assertThat(count(
                            "harbor.tool.calls",
                            "gen_ai.tool.name",
                            "weather.forecast@v1",
                            "harbor.outcome",
                            "success"))
                    .isEqualTo(1);
            assertThat(count(
                            "harbor.tool.calls",
                            "gen_ai.tool.name",
                            "hotels.search@v1",
                            "harbor.outcome",
                            "exhausted",
                            "error.type",
                            "RETRIES_EXHAUSTED"))
                    .isEqualTo(1);
            assertThat(count("harbor.tool.attempts", "gen_ai.tool.name", "weather.forecast@v1"))
                    .isEqualTo(2);
            assertThat(count("harbor.tool.attempts.failed", "gen_ai.tool.name", "hotels.search@v1"))
                    .isEqualTo(2);
            assertThat(count("harbor.pauses.requested", "harbor.pause.reason", "approval_required"))
                    .isEqualTo(1);
            assertThat(count("harbor.planner.decisions", "harbor.decision", "call_tool"))
                    .isEqualTo(3);
            assertThat(watched.meters
                            .get("gen_ai.execute_tool.duration")
                            .tag("gen_ai.tool.name", "rates.convert@v1")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(watched.meters
                            .get("gen_ai.invoke_agent.duration")
                            .tag("harbor.run.state", "waiting")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(watched.meters
                            .get("gen_ai.client.token.usage")
                            .tag("gen_ai.token.type", "input")
                            .summary()
                            .totalAmount())
                    .isEqualTo(120);
            assertThat(watched.meters
                            .get("gen_ai.client.operation.duration")
                            .tag("gen_ai.provider.name", "openai")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(watched.meters
                            .get("harbor.tool.arguments.size")
                            .tag("gen_ai.tool.name", "flights.search@v1")
                            .summary()
                            .totalAmount())
                    .isEqualTo("{\"name\":\"Longyearbyen\"}".length());
            assertThat(gauge("harbor.tool.active")).isZero();
            assertThat(gauge("harbor.run.active")).isZero();
        }
    }

    @Test
    void series_areOfTheCatalog_andBounded_andSayNothingOfPeople() {
        List<Tool<City, City>> many = IntStream.range(0, 20)
                .mapToObj(i -> Tool.<City, City>of("many.t" + i, City.class, City.class, city -> city)
                        .effect(SideEffect.READ))
                .toList();
        try (HarborRuntime runtime = watched.telemetry
                .install(HarborRuntime.builder())
                .tools(many)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Trip.ADA);
            many.forEach(tool -> ada.call(tool.id().name(), CITY));
            IntStream.range(0, 50).forEach(i -> ada.call("made.up" + i, CITY));
        }
        List<String> tools = watched.meters.getMeters().stream()
                .map(meter -> meter.getId().getTag("gen_ai.tool.name"))
                .filter(java.util.Objects::nonNull)
                .distinct()
                .toList();
        assertThat(tools).hasSize(9).contains("_OTHER").noneMatch(tool -> tool.contains("made.up"));
        assertThat(watched.meters.getMeters())
                .flatExtracting((Meter meter) -> meter.getId().getTags())
                .extracting(Tag::getValue)
                .noneMatch(value -> value.contains("ada") || value.contains("4711") || value.contains("Oslo"));
    }

    record City(String name) {}

    @Test
    void breaker_thatOpens_isSeen() {
        Tool<City, City> broken = Tool.<City, City>of("city.find", City.class, City.class, city -> {
                    throw ToolFailed.temporary("down");
                })
                .effect(SideEffect.READ)
                .policy(ToolPolicy.builder()
                        .maxAttempts(1)
                        .backoff(Backoff.NONE)
                        .breaker(new Breaker(2, 2, 50, Duration.ofSeconds(30), 1))
                        .build());
        try (HarborRuntime runtime = watched.telemetry
                .install(HarborRuntime.builder())
                .tools(broken)
                .artifacts(Artifacts.memory())
                .build()) {
            watched.telemetry.watch(runtime);
            Caller ada = runtime.as(Trip.ADA);
            ada.call("city.find", CITY);
            assertThat(gauge("harbor.breaker.state", "gen_ai.tool.name", "city.find@v1"))
                    .isZero();
            ada.call("city.find", CITY);
            ada.call("city.find", CITY);
            assertThat(gauge("harbor.breaker.state", "gen_ai.tool.name", "city.find@v1"))
                    .isEqualTo(2);
            assertThat(count("harbor.tool.calls", "error.type", "CIRCUIT_OPEN")).isEqualTo(1);
        }
    }

    @Test
    void everySeries_ofAMeter_hasTheSameTags() {
        try (HarborRuntime runtime = Trip.runtime(watched.telemetry, InMemoryJournal.create())) {
            runtime.as(Trip.ADA).start(RunRequest.goal("a trip")).await(Duration.ofMinutes(1));
            runtime.as(Trip.ADA).call("made.up", CITY);
            runtime.as(Trip.ADA).call("flights.search", Json.parse("{\"name\":7}"));
        }
        watched.meters.getMeters().stream()
                .collect(java.util.stream.Collectors.groupingBy(
                        meter -> meter.getId().getName()))
                .forEach((name, series) -> assertThat(series.stream()
                                .map(meter -> meter.getId().getTags().stream()
                                        .map(Tag::getKey)
                                        .toList())
                                .distinct())
                        .as(name)
                        .hasSize(1));
    }

    @Test
    void duration_isOfCallsThatReachedTheirTool() {
        Tool<City, City> find = Tool.<City, City>of("city.find", City.class, City.class, city -> city)
                .effect(SideEffect.READ);
        try (HarborRuntime runtime = watched.telemetry
                .install(HarborRuntime.builder())
                .tools(find)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Trip.ADA);
            ada.call("made.up", CITY);
            ada.call("city.find", Json.parse("{\"name\":7}"));
            assertThat(watched.meters.find("gen_ai.execute_tool.duration").timers())
                    .isEmpty();
            ada.call("city.find", CITY).orThrow();
            assertThat(watched.meters.find("gen_ai.execute_tool.duration").timers())
                    .singleElement()
                    .satisfies(timer -> assertThat(timer.count()).isEqualTo(1));
        }
    }

    @Test
    void codes_ofOneTag_takeNoPlaceOfAnothers() {
        IntStream.range(0, 200)
                .forEach(i -> watched.telemetry
                        .sink()
                        .accept(new PlannerDecided(Trip.ADA, "r", Instant.EPOCH, 1, "made_up_" + i)));
        watched.telemetry.sink().accept(new PauseRequested(Trip.ADA, "r", Instant.EPOCH, "p", "approval_required"));
        assertThat(watched.meters.find("harbor.planner.decisions").counters()).hasSize(101);
        assertThat(count("harbor.planner.decisions", "harbor.decision", "_OTHER"))
                .isEqualTo(100);
        assertThat(count("harbor.pauses.requested", "harbor.pause.reason", "approval_required"))
                .isEqualTo(1);
    }

    @Test
    void gauge_ofAnotherTelemetry_isNotTakenOver() {
        try (HarborRuntime runtime =
                HarborRuntime.builder().artifacts(Artifacts.memory()).build()) {
            watched.telemetry.watch(runtime);
            try (HarborTelemetry second =
                    HarborTelemetry.builder().meters(watched.meters).build()) {
                second.watch(runtime);
            }
            assertThat(gauge("harbor.sources", "harbor.source.state", "ready")).isZero();
            watched.telemetry.watch(runtime);
            watched.telemetry.close();
            assertThat(watched.meters.find("harbor.sources").gauges()).isEmpty();
            watched.telemetry.watch(runtime);
            assertThat(watched.meters.find("harbor.sources").gauges()).isEmpty();
        }
    }

    @Test
    void queue_ofALoop_isNeverNegative() {
        Instant at = Instant.EPOCH;
        watched.telemetry.sink().accept(new LoopInputQueued(Trip.ADA, "l", "t1", at, 1));
        watched.telemetry.sink().accept(new LoopTurnStarted(Trip.ADA, "l", "before-the-restart", at, "", 0));
        assertThat(gauge("harbor.loop.queued")).isEqualTo(1);
        watched.telemetry.sink().accept(new LoopTurnStarted(Trip.ADA, "l", "t1", at, "", 0));
        watched.telemetry.sink().accept(new LoopInputWithdrawn(Trip.ADA, "l", "t1", at));
        assertThat(gauge("harbor.loop.queued")).isZero();
        watched.telemetry.sink().accept(new LoopInputQueued(Trip.ADA, "l", "t2", at, 1));
        watched.telemetry.sink().accept(new LoopClosed(Trip.ADA, "l", at, false));
        assertThat(gauge("harbor.loop.queued")).isZero();
    }
}
