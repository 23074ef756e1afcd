package dev.harbor.benchmarks;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a node of a flow costs, and a batch of fifty calls. */
@State(Scope.Benchmark)
public class FlowBenchmark {

    private static final int BRANCHES = 50;
    private static final Json NUMBERS = Json.parse("{\"a\":19,\"b\":23}");

    private final Tool<Add, Add.Sum> add =
            Tool.of("math.add", Add.class, Add.Sum.class, Add::sum).effect(SideEffect.PURE);
    private final Tool<Add, Add.Sum> read =
            Tool.of("math.read", Add.class, Add.Sum.class, Add::sum).effect(SideEffect.READ);
    private final HarborRuntime runtime = HarborRuntime.builder()
            .tools(add, read, chain("one", 1).tool(), chain("ten", 10).tool())
            .artifacts(Artifacts.memory())
            .build();
    private final Caller caller = runtime.as(HarborCalls.ADA);
    private final List<ToolRequest> fifty = IntStream.range(0, BRANCHES)
            .mapToObj(i -> ToolRequest.of("math.read", NUMBERS))
            .toList();

    private Flow chain(String name, int nodes) {
        Flow.Builder flow = Flow.builder("flow." + name, Add.class);
        List<String> before = new ArrayList<>();
        for (int i = 1; i <= nodes; i++) {
            Node node = Node.step("n" + i, add);
            flow.add(before.isEmpty() ? node : node.after(before.get(before.size() - 1)));
            before.add("n" + i);
        }
        return flow.output(Ref.to("n" + nodes)).build();
    }

    /** Calls the tool alone. */
    @Benchmark
    public Json tool() {
        return caller.call("math.add", NUMBERS).orThrow();
    }

    /** Calls a flow of one node. */
    @Benchmark
    public Json oneNode() {
        return caller.call("flow.one", NUMBERS).orThrow();
    }

    /** Calls a flow of ten nodes, one after the other. */
    @Benchmark
    public Json tenNodes() {
        return caller.call("flow.ten", NUMBERS).orThrow();
    }

    /** Makes fifty calls as one batch. */
    @Benchmark
    public List<ToolOutcome<Json>> batch() {
        return caller.batch(fifty, JoinPolicy.ALL);
    }

    /** Ends the runtime. */
    @TearDown
    public void close() {
        runtime.close();
    }
}
