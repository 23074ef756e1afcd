package dev.harbor.observability;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.util.List;
import java.util.Map;

/** Is an agent that plans a trip: it asks a model, has a tool that works at the second attempt, a batch with a tool that never does, one that calls another, and a booking to approve. */
final class Trip {

    static final Identity ADA = Identity.of("acme", "ada-lovelace", "session-4711");
    static final String SECRET_CITY = "Longyearbyen";
    static final String PASSWORD = "hunter2-hunter2";

    record City(String name) {}

    record Sum(int amount) {}

    private static final Tool<Sum, Sum> RATES =
            Tool.<Sum, Sum>of("rates.convert", Sum.class, Sum.class, sum -> sum).effect(SideEffect.PURE);

    private Trip() {}

    static HarborRuntime runtime(HarborTelemetry telemetry, Journal journal) {
        HarborRuntime runtime = telemetry
                .install(HarborRuntime.builder())
                .tools(forecast(), flights(), hotels(), costs(), RATES, booking())
                .access(ApprovalPolicy.builder().tools("trip.book").build())
                .artifacts(Artifacts.memory())
                .journal(journal)
                .llm(telemetry.model(model(), "openai"))
                .planner(Trip::next)
                .build();
        telemetry.watch(runtime);
        return runtime;
    }

    private static LlmClient model() {
        return (request, call) ->
                new LlmReply("fly to " + SECRET_CITY, new LlmUsage(120, 30, 0), "stop", "model-of-today-2026-11");
    }

    private static ToolPolicy attempts(int most) {
        return ToolPolicy.builder().maxAttempts(most).backoff(Backoff.NONE).build();
    }

    private static Tool<City, Sum> forecast() {
        return Tool.of("weather.forecast", City.class, Sum.class, (City city, ToolContext context) -> {
                    if (context.attempt() == 1) {
                        throw ToolFailed.temporary("the service is busy with " + city.name());
                    }
                    return new Sum(-12);
                })
                .effect(SideEffect.READ)
                .policy(attempts(3));
    }

    private static Tool<City, Sum> flights() {
        return Tool.<City, Sum>of("flights.search", City.class, Sum.class, city -> new Sum(420))
                .effect(SideEffect.READ);
    }

    private static Tool<City, Sum> hotels() {
        return Tool.<City, Sum>of("hotels.search", City.class, Sum.class, city -> {
                    throw ToolFailed.temporary("no hotel in " + city.name());
                })
                .effect(SideEffect.READ)
                .policy(attempts(2));
    }

    private static Tool<City, Sum> costs() {
        return Tool.of(
                        "trip.costs",
                        City.class,
                        Sum.class,
                        (City city, ToolContext context) ->
                                context.call(RATES, new Sum(420)).orThrow())
                .effect(SideEffect.READ);
    }

    private static Tool<City, Sum> booking() {
        return Tool.<City, Sum>of("trip.book", City.class, Sum.class, city -> new Sum(840))
                .effect(SideEffect.WRITE);
    }

    private static Decision next(PlanContext context) {
        Json city = Json.of(Map.of("name", SECRET_CITY));
        return switch (context.trajectory().size()) {
            case 0 -> {
                context.model()
                        .complete(
                                LlmRequest.of(List.of(
                                        Message.of(Role.USER, "where is " + SECRET_CITY + "? password=" + PASSWORD))),
                                LlmCall.of(context.identity()).run(context.runId()));
                yield Decision.call("weather.forecast", city);
            }
            case 1 ->
                new Decision.CallParallel(
                        List.of(ToolRequest.of("flights.search", city), ToolRequest.of("hotels.search", city)),
                        JoinPolicy.ALL);
            case 2 -> Decision.call("trip.costs", city);
            case 3 -> Decision.call("trip.book", city);
            default -> Decision.finish(Json.of("booked"));
        };
    }
}
