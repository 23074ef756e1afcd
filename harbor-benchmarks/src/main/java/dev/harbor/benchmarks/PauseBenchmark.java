package dev.harbor.benchmarks;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A run that waits for an approval, beside 10,000 others that wait: parked, approved, and driven to its end. */
@State(Scope.Benchmark)
public class PauseBenchmark {

    private static final int OTHERS = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Tool<Add, Add.Sum> gated =
            Tool.of("math.gated", Add.class, Add.Sum.class, Add::sum).effect(SideEffect.WRITE);
    private final Journal journal = InMemoryJournal.create();
    private final HarborRuntime runtime = HarborRuntime.builder()
            .tools(gated)
            .artifacts(Artifacts.memory())
            .journal(journal)
            .access(ApprovalPolicy.askingFor(SideEffect.WRITE))
            .planner(context -> context.trajectory().size() == 0
                    ? Decision.call("math.gated", Json.parse(Add.JSON))
                    : Decision.finish(Json.of("done")))
            .build();
    private final Caller caller = runtime.as(HarborCalls.ADA);

    /** Parks the others. */
    @Setup(Level.Trial)
    public void parkOthers() {
        for (int i = 0; i < OTHERS; i++) {
            park();
        }
    }

    private RunResult park() {
        return caller.start(RunRequest.goal("add")).await(PATIENCE);
    }

    /** Parks one, approves it, waits for its end, and makes room for the next. */
    @Benchmark
    public RunResult roundTrip() {
        String token = park().tokens().get(0);
        return Objects.requireNonNull(
                        caller.resolvePause(token, Resolution.approve("eve")).run())
                .await(PATIENCE);
    }

    /** Lets go of the runtime. */
    @TearDown
    public void close() {
        runtime.close();
    }
}
