package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolCompleted;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.run.BudgetLimits;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.annotation.AnnotatedTools;
import dev.harbor.tool.annotation.HarborTool;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the how-to pages quote. */
final class HowToTest {

    // snippet: records
    record Query(String city, int days) {}

    record Forecast(List<String> lines) {}
    // end

    // snippet: annotated
    public static final class Billing {

        @HarborTool(
                name = "billing.total",
                description = "Adds up the open invoices of a customer",
                effect = SideEffect.READ)
        public long total(@Param("customer") String customer) {
            return customer.equals("ada") ? 1290 : 0;
        }
    }
    // end

    @Test
    void lambda(@TempDir Path directory) {
        // snippet: lambda
        Tool<Query, Forecast> forecast = Tool.of("weather.forecast", Query.class, Forecast.class, HowToTest::lookup)
                .description("Daily forecast for a city")
                .effect(SideEffect.READ);
        // end
        // snippet: embed
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(forecast)
                .tools(AnnotatedTools.of(new Billing()))
                .artifacts(Artifacts.files(directory.resolve("artifacts")))
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            Forecast oslo = ada.call(forecast, new Query("Oslo", 3)).orThrow();
            ToolOutcome<Json> total = ada.call("billing.total", Json.parse("{\"customer\":\"ada\"}"));
            // end
            assertThat(oslo.lines()).hasSize(3);
            assertThat(total.orThrow()).isEqualTo(Json.of(1290));
        }
    }

    private static Forecast lookup(Query query) {
        List<String> lines = new ArrayList<>();
        for (int day = 1; day <= query.days(); day++) {
            lines.add(query.city() + ", day " + day + ": sun");
        }
        return new Forecast(lines);
    }

    @Test
    void json() {
        // snippet: json
        Json schema = Json.parse("""
                {"type":"object","properties":{"sql":{"type":"string","maxLength":1000}},"required":["sql"],"additionalProperties":false}""");
        Tool<Json, Json> query = Tool.json(
                        "db.query",
                        schema,
                        arguments -> Json.of(List.of(arguments.get("sql").orElseThrow())))
                .effect(SideEffect.READ);
        // end
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(query)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            assertThat(ada.call("db.query", Json.parse("{\"sql\":\"select 1\"}"))
                            .orThrow())
                    .isEqualTo(Json.parse("[\"select 1\"]"));
            assertThat(ada.call("db.query", Json.parse("{\"sql\":1}")).isSuccess())
                    .isFalse();
        }
    }

    record Order(String sku, int count) {}

    record Placed(String number) {}

    @Test
    void write() {
        Map<String, Placed> placed = new java.util.concurrent.ConcurrentHashMap<>();
        // snippet: write
        Tool<Order, Placed> place = Tool.of("order.place", Order.class, Placed.class, (order, context) -> {
                    if (order.count() > 100) {
                        throw ToolFailed.permanent("at most 100 pieces can be ordered at once");
                    }
                    return placed.computeIfAbsent(context.idempotencyKey(), key -> new Placed("no-" + placed.size()));
                })
                .effect(SideEffect.WRITE)
                .idempotent()
                .policy(ToolPolicy.builder()
                        .timeout(Duration.ofSeconds(5))
                        .maxAttempts(3)
                        .backoff(Backoff.fixed(Duration.ofMillis(50)))
                        .build());
        // end
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(place)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            assertThat(ada.call(place, new Order("tea", 2)).orThrow().number()).startsWith("no-");
            assertThat(ada.call(place, new Order("tea", 2)).isSuccess()).isTrue();
            assertThat(placed).hasSize(2);
            assertThat(ada.call(place, new Order("tea", 200)).isSuccess()).isFalse();
        }
    }

    @Test
    void outcomes() {
        Tool<Query, Forecast> forecast = Tool.of("weather.forecast", Query.class, Forecast.class, HowToTest::lookup);
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(forecast)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            // snippet: outcomes
            ToolOutcome<Json> outcome =
                    ada.call("weather.forecast", Json.parse("{\"city\":\"Oslo\",\"days\":\"three\"}"));
            String told;
            if (outcome instanceof ToolOutcome.Success<Json> success) {
                told = success.value().toString();
            } else if (outcome instanceof ToolOutcome.Failure<Json> failure) {
                told = failure.error().code() + " at "
                        + failure.error().violations().get(0).pointer();
            } else {
                told = "not done: " + outcome.errorCode();
            }
            // end
            assertThat(told).isEqualTo("INVALID_ARGUMENTS at /days");
        }
    }

    @Test
    void heavy() throws Exception {
        record Page(String text) {}
        Tool<Query, Page> crawl = Tool.of("web.crawl", Query.class, Page.class, query -> new Page("x".repeat(100_000)));
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(crawl)
                .artifacts(Artifacts.memory())
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            // snippet: heavy
            ToolOutcome<Page> outcome = ada.call(crawl, new Query("Oslo", 1));
            ToolContent content = ((ToolOutcome.Success<Page>) outcome).content();
            if (content instanceof ToolContent.Offloaded heavy) {
                ArtifactRef ref = heavy.stub().ref();
                try (InputStream whole = ada.artifacts("reading").open(ref)) {
                    assertThat(whole.readAllBytes()).hasSize((int) heavy.stub().sizeBytes());
                }
            }
            // end
            assertThat(content).isInstanceOf(ToolContent.Offloaded.class);
        }
    }

    @Test
    void planner() {
        Tool<Query, Forecast> forecast = Tool.of("weather.forecast", Query.class, Forecast.class, HowToTest::lookup)
                .effect(SideEffect.READ);
        // snippet: planner
        Planner planner = context -> context.trajectory()
                .lastObservation()
                .map(seen -> Decision.finish(seen.content()))
                .orElseGet(() -> Decision.call("weather.forecast", Json.parse("{\"city\":\"Oslo\",\"days\":1}")));
        // end
        List<HarborEvent> seen = new ArrayList<>();
        // snippet: run
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(forecast)
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .access(RestrictionPolicy.allowing(SideEffect.PURE, SideEffect.READ))
                .events(seen::add)
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            RunResult end = ada.start(RunRequest.goal("What is the weather in Oslo?")
                            .planner(planner)
                            .limits(BudgetLimits.builder()
                                    .maxToolCalls(10)
                                    .maxElapsed(Duration.ofMinutes(5))
                                    .build()))
                    .await(Duration.ofMinutes(5));
            // end
            assertThat(end.isSuccess()).isTrue();
            assertThat(end.result().toString()).contains("Oslo, day 1");
        }
        assertThat(seen).filteredOn(ToolCompleted.class::isInstance).hasSize(1);
    }

    @Test
    void bytes() {
        Tool<Query, Forecast> forecast = Tool.of("weather.forecast", Query.class, Forecast.class, HowToTest::lookup);
        try (HarborRuntime runtime = HarborRuntime.builder()
                .tools(forecast)
                .artifacts(Artifacts.memory())
                .build()) {
            assertThat(runtime.as(Identity.of("a", "b", "c"))
                            .artifacts("t")
                            .put("text")
                            .sizeBytes())
                    .isEqualTo("text".getBytes(StandardCharsets.UTF_8).length);
        }
    }
}
