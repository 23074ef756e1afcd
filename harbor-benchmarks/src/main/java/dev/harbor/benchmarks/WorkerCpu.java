package dev.harbor.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the processor time of the benchmark's own threads for each operation. On a machine that others use as well the time on the wall swings with
 * them; this hardly does. It says nothing about work that waits or that other threads do.
 */
public final class WorkerCpu implements InternalProfiler {

    static final String LABEL = "worker.cpu";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long before;

    @Override
    public String getDescription() {
        return "Processor time of the worker threads";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = nanos();
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature is JMH's
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(LABEL, (nanos() - before) / operations, "ns/op", AggregationPolicy.AVG));
    }

    private long nanos() {
        long sum = 0;
        for (long id : threads.getAllThreadIds()) {
            ThreadInfo thread = threads.getThreadInfo(id);
            if (thread != null && thread.getThreadName().contains("jmh-worker")) {
                sum += Math.max(0, threads.getThreadCpuTime(id));
            }
        }
        return sum;
    }
}
