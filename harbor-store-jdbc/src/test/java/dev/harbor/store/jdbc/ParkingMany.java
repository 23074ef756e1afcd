package dev.harbor.store.jdbc;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * Parks many runs in memory, in whatever heap it is given, and answers the last one. Tells {@code threads count}, {@code listed count due count} and
 * {@code ended state}. Argument: how many.
 */
final class ParkingMany {

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private ParkingMany() {}

    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        try (HarborRuntime runtime = runtime()) {
            Caller ada = runtime.as(Driving.ADA);
            String token = "";
            for (int i = 0; i < count; i++) {
                token = park(ada);
            }
            OUT.println("threads " + Thread.activeCount());
            HeadQuery first = HeadQuery.tenant(Driving.ADA.tenant()).limit(100);
            OUT.println("listed " + runtime.operator().pauses(first).size() + " due "
                    + runtime.operator().expirePauses(10));
            RunResult end = Objects.requireNonNull(
                            ada.resolvePause(token, Resolution.approve("eve")).run())
                    .await(PATIENCE);
            OUT.println("ended " + end.state().wireName());
        }
    }

    private static HarborRuntime runtime() {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .access(ApprovalPolicy.askingFor(SideEffect.WRITE))
                .planner(context -> context.trajectory().size() == 0
                        ? Decision.call("world.write", Json.EMPTY_OBJECT)
                        : Decision.finish(Json.of("all done")))
                .tools(Tool.of(
                                "world.write",
                                Driving.Nothing.class,
                                Driving.Done.class,
                                nothing -> new Driving.Done("x"))
                        .effect(SideEffect.WRITE))
                .build();
    }

    private static String park(Caller ada) {
        return ada.start(RunRequest.goal("change the world"))
                .await(PATIENCE)
                .tokens()
                .get(0);
    }
}
