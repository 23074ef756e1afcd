package dev.harbor.store.jdbc;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * Drives a run that calls a flow of reads and writes, and halts where it is told to. Tells {@code stop}, and lives on until it is killed; or {@code ended state}.
 *
 * <p>Arguments: the journal, the file of effects, and where to halt (as in {@link StopAt}).
 */
final class FlowDriving {

    static final String RUN = "flow-1";

    /** How many writes the flow makes. */
    static final int WRITES = 5;

    /** How many appends a run of it takes when nothing is in its way. */
    static final int APPENDS = 18;

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private FlowDriving() {}

    public static void main(String[] args) {
        StopAt stop = StopAt.parse(args[2], OUT);
        stop.begin();
        try (ToolRecorder recorder = ToolRecorder.file(Path.of(args[1]));
                HarborRuntime runtime = runtime(
                        stop.watch(Driving.journal(args[0], Clock.systemUTC())), recorder, stop, Clock.systemUTC())) {
            RunResult end = runtime.as(Driving.ADA)
                    .start(RunRequest.goal("change the world").id(RUN))
                    .await(PATIENCE);
            OUT.println("ended " + end.state().wireName());
        }
    }

    static HarborRuntime runtime(Journal journal, ToolRecorder recorder, StopAt stop, Clock clock) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(journal)
                .clock(clock)
                .planner(planner())
                .tools(write(recorder, stop), flow(recorder, stop).tool())
                .build();
    }

    private static Planner planner() {
        return context -> context.trajectory().size() == 0
                ? Decision.call("world.flow", Json.parse("{\"all\":[{},{},{}]}"))
                : Decision.finish(
                        context.trajectory().lastObservation().orElseThrow().content());
    }

    private static Flow flow(ToolRecorder recorder, StopAt stop) {
        Tool<Driving.Nothing, Driving.Done> read = Tool.of(
                        "look", Driving.Nothing.class, Driving.Done.class, nothing -> new Driving.Done("seen"))
                .effect(SideEffect.READ);
        Tool<Driving.Nothing, Driving.Done> write = write(recorder, stop);
        Ref nothing = Ref.value(Json.EMPTY_OBJECT);
        return Flow.builder("world.flow", Json.parse("{\"type\":\"object\"}"))
                .add(
                        Node.step("look", read).with(nothing),
                        Node.call("first", write).with(nothing).after("look"),
                        Node.step("each", write).each(Ref.input("/all"), 1).after("first"),
                        Node.step("last", write).with(nothing).after("each"))
                .output("seen", Ref.to("look", "/what"))
                .output("all", Ref.to("each"))
                .maxParallel(1)
                .build();
    }

    private static Tool<Driving.Nothing, Driving.Done> write(ToolRecorder recorder, StopAt stop) {
        return Tool.of(
                        "world.write",
                        Driving.Nothing.class,
                        Driving.Done.class,
                        (nothing, context) -> write(recorder, stop, context))
                .effect(SideEffect.WRITE);
    }

    private static Driving.Done write(ToolRecorder recorder, StopAt stop, ToolContext context) {
        recorder.record("world.write", context);
        stop.effect();
        return new Driving.Done("done by " + context.callId());
    }
}
