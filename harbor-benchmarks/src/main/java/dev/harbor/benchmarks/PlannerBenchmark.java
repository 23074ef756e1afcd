package dev.harbor.benchmarks;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.testkit.FakePlanContext;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A turn of the planner with a model that answers at once: the prompt with so many tools and ten steps, and the answer read. */
@State(Scope.Benchmark)
public class PlannerBenchmark {

    private static final String FINISH = "{\"action\":\"finish\",\"result\":1}";
    private static final Json SCHEMA = Json.parse("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\","
            + "\"description\":\"where\"},\"days\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":14}},\"required\":[\"city\"],"
            + "\"additionalProperties\":false}");

    private final ModelPlanner planner =
            ModelPlanner.builder().promptTokens(1_000_000).build();
    private final FakePlanContext ten = context(10, FINISH);
    private final FakePlanContext hundred = context(100, FINISH);
    private final FakePlanContext thousand = context(1_000, FINISH);
    private final FakePlanContext long16k = context(10, answer(16 * 1024));

    private static FakePlanContext context(int tools, String answer) {
        LlmReply reply = LlmReply.of(answer);
        LlmClient model = (request, call) -> {
            call.deltas().accept(answer);
            return reply;
        };
        FakePlanContext context = FakePlanContext.builder("What is the weather in Oslo?")
                .tools(IntStream.range(0, tools)
                        .mapToObj(PlannerBenchmark::tool)
                        .toList())
                .model(model)
                .build();
        for (int i = 0; i < 10; i++) {
            context = context.after(
                    Decision.call("weather.n" + i, Json.of(Map.of("city", "Oslo", "days", i + 1))),
                    new Observation(
                            "c" + i,
                            "weather.n" + i + "@v1",
                            "succeeded",
                            Json.of(Map.of("lines", List.of("rain", "x".repeat(1_000))))));
        }
        return context;
    }

    private static ToolDefinition tool(int number) {
        return ToolDefinition.builder(ToolId.of("weather.n" + number), SCHEMA)
                .description("Daily forecast for a city, from source number " + number)
                .effect(SideEffect.READ)
                .build();
    }

    /** An answer of about so many bytes, in a fence as models like it. */
    private static String answer(int bytes) {
        String call = "{\"tool\":\"weather.n1\",\"arguments\":{\"city\":\"a \\\"long\\\" name " + "y".repeat(500)
                + "\",\"days\":3}},";
        String calls = call.repeat(bytes / call.length());
        return "```json\n{\"say\":\"Here we go.\",\"action\":\"call\",\"calls\":["
                + calls.substring(0, calls.length() - 1) + "]}\n```";
    }

    /** Ten tools. */
    @Benchmark
    public Decision tenTools() {
        return planner.next(ten);
    }

    /** A hundred tools. */
    @Benchmark
    public Decision hundredTools() {
        return planner.next(hundred);
    }

    /** A thousand tools. */
    @Benchmark
    public Decision thousandTools() {
        return planner.next(thousand);
    }

    /** Ten tools and an answer of 16 KB. */
    @Benchmark
    public Decision longAnswer() {
        return planner.next(long16k);
    }
}
