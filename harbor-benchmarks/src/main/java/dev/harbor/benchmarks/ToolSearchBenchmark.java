package dev.harbor.benchmarks;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tools.search.LuceneToolFinder;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A search over ten thousand definitions, as a whole call. */
@State(Scope.Benchmark)
public class ToolSearchBenchmark {

    private static final int TOOLS = 10_000;
    private static final List<String> VERBS =
            List.of("get", "list", "create", "delete", "update", "send", "cancel", "export");
    private static final List<String> THINGS = List.of(
            "invoice", "customer", "shipment", "forecast", "ticket", "payment", "document", "account", "meeting");
    private static final List<String> PLACES =
            List.of("crm", "billing", "weather", "support", "calendar", "files", "hr");
    private static final Json QUERY = Json.parse("{\"query\":\"cancel the shipments of a customer\"}");

    private final HarborRuntime runtime = HarborRuntime.builder()
            .tools(IntStream.range(0, TOOLS).mapToObj(ToolSearchBenchmark::tool).toList())
            .toolSearch(LuceneToolFinder.create())
            .artifacts(Artifacts.memory())
            .build();
    private final Caller caller = runtime.as(HarborCalls.ADA);

    private static Tool<Add, Add.Sum> tool(int i) {
        String verb = VERBS.get(i % VERBS.size());
        String thing = THINGS.get(i / VERBS.size() % THINGS.size());
        String place = PLACES.get(i / VERBS.size() / THINGS.size() % PLACES.size());
        return Tool.of(place + "." + verb + "_" + thing + "_" + i, Add.class, Add.Sum.class, Add::sum)
                .description("Lets you " + verb + " one " + thing + " or more in " + place + ", by its number " + i)
                .tags(place, verb)
                .effect(SideEffect.READ)
                .deferred();
    }

    /** Builds the index, which is no part of a search. */
    @Setup
    public void index() {
        search();
    }

    /** Searches. */
    @Benchmark
    public Json search() {
        return caller.call("tool.search", QUERY).orThrow();
    }

    /** Ends the runtime. */
    @TearDown
    public void close() {
        runtime.close();
    }
}
