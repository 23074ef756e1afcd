package dev.harbor.benchmarks;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A thousand calls at once of a tool that waits 10 ms. */
@State(Scope.Benchmark)
public class ParallelBenchmark {

    private static final int CALLS = 1000;

    private final Tool<Add, Add.Sum> slow = Tool.of("math.slow", Add.class, Add.Sum.class, (Add numbers) -> {
                Thread.sleep(10);
                return numbers.sum();
            })
            .effect(SideEffect.READ);
    private final HarborRuntime runtime =
            HarborRuntime.builder().tools(slow).artifacts(Artifacts.memory()).build();
    private final Caller caller = runtime.as(HarborCalls.ADA);
    private final Add numbers = new Add(19, 23);

    /** Starts them all and waits for them all. */
    @Benchmark
    public int calls() throws InterruptedException {
        List<CallHandle<Add.Sum>> handles = new ArrayList<>(CALLS);
        for (int i = 0; i < CALLS; i++) {
            handles.add(caller.submit(slow, numbers));
        }
        int sum = 0;
        for (CallHandle<Add.Sum> handle : handles) {
            sum += handle.await(Duration.ofMinutes(1)).orElseThrow().orThrow().sum();
        }
        return sum;
    }

    /** Ends the runtime. */
    @TearDown
    public void close() {
        runtime.close();
    }
}
