package dev.harbor.store.jdbc;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.TurnHandle;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Opens a loop, has what was left of it carried out, and then as many inputs as it is told, each of which writes once with a tool of the loop and once with an
 * external one. Tells each input that was taken as {@code taken turn} and each turn that has ended as {@code ended turn state}, and at last {@code idle}, and lives on
 * until it is killed.
 *
 * <p>Arguments: where (as in {@link Driving}), the file of effects, how many inputs, how many seconds the clock is ahead, and where to stop.
 */
final class Looping {

    static final String LOOP = "desk";

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private Looping() {}

    public static void main(String[] args) throws InterruptedException {
        StopAt stop = StopAt.parse(args[4], OUT);
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(Long.parseLong(args[3])));
        try (ToolRecorder recorder = ToolRecorder.file(Path.of(args[1]));
                HarborRuntime runtime = runtime(Driving.journal(args[0], clock), stop, clock);
                Loop loop = open(runtime, recorder, stop)) {
            for (TurnHandle left : loop.restored()) {
                tell(left);
            }
            stop.begin();
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                TurnHandle turn = loop.send("write");
                OUT.println("taken " + turn.turn());
                tell(turn);
            }
            OUT.println("idle");
            new java.util.concurrent.CountDownLatch(1).await();
        }
    }

    private static void tell(TurnHandle turn) throws InterruptedException {
        OUT.println("ended " + turn.turn() + " "
                + turn.await(PATIENCE).orElseThrow().state().wireName());
    }

    static HarborRuntime runtime(Journal journal, StopAt stop, Clock clock) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(stop.watch(journal))
                .clock(clock)
                .planner(Looping::decide)
                .build();
    }

    /** The external tool is handed over again by every process. */
    static Loop open(HarborRuntime runtime, ToolRecorder recorder, StopAt stop) {
        LoopDefinition definition = LoopDefinition.builder("desk")
                .tools(writing("world.write", recorder, stop))
                .build();
        return runtime.as(Driving.ADA)
                .loop(
                        LOOP,
                        definition,
                        ExternalToolset.of("outside", "g1", List.of(writing("outside.write", recorder, stop))));
    }

    private static Tool<Driving.Nothing, Driving.Done> writing(String name, ToolRecorder recorder, StopAt stop) {
        return Tool.of(
                        name,
                        Driving.Nothing.class,
                        Driving.Done.class,
                        (Driving.Nothing nothing, ToolContext context) -> {
                            stop.awaitBegin();
                            recorder.record(name, context);
                            stop.effect();
                            return new Driving.Done("done");
                        })
                .effect(SideEffect.WRITE);
    }

    private static Decision decide(PlanContext context) {
        return switch (context.trajectory().size()) {
            case 0 -> Decision.call("world.write", Json.EMPTY_OBJECT);
            case 1 -> Decision.call("outside.write", Json.EMPTY_OBJECT);
            default -> Decision.finish(Json.of("done"));
        };
    }
}
