package dev.harbor.store.jdbc;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolSuspended;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

/**
 * Lets a run wait for an approval or for a tool that asks, or answers one. Tells {@code parked token} and lives on until it is killed; or
 * {@code ended state reason}.
 *
 * <p>Arguments: where (as in {@link Driving}), the file of effects, how many seconds the clock is ahead, and {@code park}, {@code ask} or a token.
 */
final class Parking {

    static final String RUN = "parked-1";

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Parking() {}

    public static void main(String[] args) throws InterruptedException {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(Long.parseLong(args[2])));
        try (ToolRecorder recorder = ToolRecorder.file(Path.of(args[1]));
                HarborRuntime runtime = runtime(args[0], recorder, clock)) {
            if (args[3].equals("park") || args[3].equals("ask")) {
                park(runtime, args[3]);
            } else {
                answer(runtime, args[3]);
            }
        }
    }

    static HarborRuntime runtime(String where, ToolRecorder recorder, Clock clock) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(Driving.journal(where, clock))
                .clock(clock)
                .access(ApprovalPolicy.askingFor(SideEffect.WRITE))
                .planner(planner())
                .tools(
                        Tool.of("world.write", Driving.Nothing.class, Driving.Done.class, (nothing, context) -> {
                                    recorder.record("world.write", context);
                                    return new Driving.Done("done");
                                })
                                .effect(SideEffect.WRITE),
                        Tool.of("world.ask", Driving.Nothing.class, Driving.Done.class, (nothing, context) -> {
                                    if (context.resumption().isEmpty()) {
                                        throw ToolSuspended.awaitInput("shall I?", Json.EMPTY_OBJECT)
                                                .state(Json.of("mine"));
                                    }
                                    recorder.record("world.ask", context);
                                    return new Driving.Done(
                                            context.resumption().get().state().asString());
                                })
                                .effect(SideEffect.EXTERNAL))
                .build();
    }

    private static Planner planner() {
        return context -> context.trajectory().size() == 0
                ? Decision.call(context.goal().equals("ask") ? "world.ask" : "world.write", Json.EMPTY_OBJECT)
                : Decision.finish(Json.of("all done"));
    }

    private static void park(HarborRuntime runtime, String goal) throws InterruptedException {
        RunResult parked =
                runtime.as(Driving.ADA).start(RunRequest.goal(goal).id(RUN)).await(PATIENCE);
        OUT.println("parked " + parked.tokens().get(0));
        new CountDownLatch(1).await();
    }

    private static void answer(HarborRuntime runtime, String token) {
        RunHandle run = Objects.requireNonNull(runtime.as(Driving.ADA)
                .resolvePause(token, Resolution.approve("eve"))
                .run());
        RunResult end = run.await(PATIENCE);
        OUT.println("ended " + end.state().wireName() + " " + end.reason());
    }
}
