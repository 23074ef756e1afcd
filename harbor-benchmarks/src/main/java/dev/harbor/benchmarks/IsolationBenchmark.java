package dev.harbor.benchmarks;

import dev.harbor.tool.SideEffect;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A call whose tool runs on a worker, beside what it costs to hand anything to a worker and wait for it. */
@State(Scope.Benchmark)
public class IsolationBenchmark {

    private final Call harbor = HarborCalls.of(HarborCalls.add(SideEffect.READ));
    private final Add numbers = new Add(19, 23);
    private final ExecutorService bare = workers();

    /** The same kind of worker as the runtime has: virtual where there are any. */
    private static ExecutorService workers() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException noVirtualThreads) {
            return Executors.newCachedThreadPool();
        }
    }

    /** Makes the whole call, on a worker. */
    @Benchmark
    public String harbor() {
        return harbor.call(Add.JSON);
    }

    /** Hands over the addition alone. */
    @Benchmark
    public Object bare() throws ExecutionException, InterruptedException, TimeoutException {
        return bare.submit(numbers::sum).get(30, TimeUnit.SECONDS);
    }

    /** Ends the workers. */
    @TearDown
    public void close() {
        bare.shutdownNow();
    }
}
