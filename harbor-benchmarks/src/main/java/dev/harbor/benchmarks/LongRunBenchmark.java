package dev.harbor.benchmarks;

import dev.harbor.history.Records;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.Journal;
import dev.harbor.runtime.HarborRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What the length of a run costs: going on with it, and the next append to it. */
@State(Scope.Benchmark)
public class LongRunBenchmark {

    /** So many runs take turns in appending when they are short, so that they stay short. */
    private static final int SHORT_RUNS = 256;

    private static final int SHORT = 1_000;
    private static final String RESUMED = "resumed";

    /** Which journal. */
    @Param({"MEMORY", "SQLITE", "POSTGRES"})
    public String journal = "MEMORY";

    /** How many calls the run has made. */
    @Param({"10", "10000"})
    public int calls = 10;

    private Journals opened = open("MEMORY");
    private HarborRuntime runtime = LongRuns.runtime(opened.journal(), calls);
    private final List<RunStream> streams = new ArrayList<>();
    private int turn;

    /** Opens the journal. */
    @Setup(Level.Trial)
    public void open() {
        opened = open(journal);
        runtime = LongRuns.runtime(opened.journal(), calls);
    }

    /** Makes the runs for each iteration: those of the one before are longer by all that was appended, and in memory they leave no room. */
    @Setup(Level.Iteration)
    public void make() {
        Journal target = opened.journal();
        LongRuns.make(target, RESUMED, calls);
        RunStore store = new RunStore(target, Clock.systemUTC());
        int count = calls < SHORT ? SHORT_RUNS : 1;
        for (int i = 0; i < count; i++) {
            String runId = "appended-" + i;
            LongRuns.make(target, runId, calls);
            streams.add(store.open(new RunIdentity(HarborCalls.ADA, runId), "bench"));
        }
    }

    /** Forgets them. */
    @TearDown(Level.Iteration)
    public void forget() {
        Journal target = opened.journal();
        streams.forEach(stream -> target.delete(RunStore.streamOf(stream.run().runId())));
        streams.clear();
        target.delete(RunStore.streamOf(RESUMED));
    }

    private static Journals open(String kind) {
        try {
            return Journals.open(kind);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes and removes it. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        runtime.close();
        opened.close();
    }

    /** Claims the run, reads it, goes on with it until it waits again. */
    @Benchmark
    public long resume() {
        return LongRuns.resume(runtime, RESUMED);
    }

    /** Appends the smallest record of a run. */
    @Benchmark
    public int append() {
        turn = (turn + 1) % streams.size();
        RunStream stream = streams.get(turn);
        stream.append(Records.modelCalled(stream.run().runId()));
        return turn;
    }
}
