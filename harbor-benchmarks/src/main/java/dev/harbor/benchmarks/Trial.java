package dev.harbor.benchmarks;

import dev.harbor.benchmarks.Entry.Clock;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs one benchmark in JVMs of its own and reads off what JMH measured. JMH's words go to a log for each benchmark. */
final class Trial {

    private static final String BYTES = "gc.alloc.rate.norm";

    private final Settings settings;
    private final Path logs;

    Trial(Settings settings, Path logs) {
        this.settings = settings;
        this.logs = logs;
    }

    Samples of(Entry entry) {
        Path log = logs.resolve(entry.id().replaceAll("[^A-Za-z0-9]+", "-") + ".log");
        Collection<RunResult> results = run(entry, log);
        if (results.isEmpty()) {
            throw new IllegalStateException("no benchmark ran for " + entry + "; see " + log);
        }
        List<Double> scores = numbers(results, entry.clock() == Clock.CPU ? WorkerCpu.LABEL : "");
        List<Double> nanos = entry.clock() == Clock.RATE
                ? scores.stream().map(perNano -> 1 / perNano).toList()
                : scores;
        return new Samples(nanos, numbers(results, BYTES));
    }

    private Collection<RunResult> run(Entry entry, Path log) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + entry.method() + "$")
                .jvmArgs("-XX:+UseSerialGC", "-Xms512m", "-Xmx512m")
                .addProfiler(GCProfiler.class)
                .addProfiler(WorkerCpu.class)
                .timeUnit(TimeUnit.NANOSECONDS)
                .shouldFailOnError(true)
                .output(log.toString());
        entry.parameters().forEach(options::param);
        try {
            return new Runner(timed(options, entry).build()).run();
        } catch (RunnerException e) {
            throw new IllegalStateException(entry.id() + " failed; see " + log, e);
        }
    }

    private ChainedOptionsBuilder timed(ChainedOptionsBuilder options, Entry entry) {
        if (entry.clock() == Clock.COLD) {
            int forks = Math.max(1, settings.coldStarts() / settings.rounds());
            return options.mode(Mode.SingleShotTime)
                    .forks(forks)
                    .warmupIterations(0)
                    .measurementIterations(1);
        }
        TimeValue time = TimeValue.milliseconds(settings.millis());
        return options.mode(entry.clock() == Clock.RATE ? Mode.Throughput : Mode.AverageTime)
                .forks(1)
                .warmupIterations(settings.warmups())
                .warmupTime(time)
                .measurementIterations(settings.iterations())
                .measurementTime(time);
    }

    /** Returns a number for each iteration of every JVM: that with a label, or the score itself without one. */
    private static List<Double> numbers(Collection<RunResult> results, String label) {
        return results.stream()
                .flatMap(result -> result.getBenchmarkResults().stream())
                .flatMap(fork -> fork.getIterationResults().stream())
                .flatMap(iteration -> number(iteration, label))
                .toList();
    }

    private static Stream<Double> number(IterationResult iteration, String label) {
        Result<?> result = label.isEmpty()
                ? iteration.getPrimaryResult()
                : iteration.getSecondaryResults().get(label);
        return result == null ? Stream.empty() : Stream.of(result.getScore());
    }
}
