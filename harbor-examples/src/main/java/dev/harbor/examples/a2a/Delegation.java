package dev.harbor.examples.a2a;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aTools;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** Has a run delegate to a remote agent, which asks something in the middle; a person answers, and the run carries on with what came of it. */
public final class Delegation {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private Delegation() {}

    /** Runs it against an agent of its own. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (Painter painter = Painter.start();
                A2aAccess access = A2aAccess.builder().allowLoopback().build();
                HarborRuntime runtime = runtime(painter, access)) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            RunResult waits =
                    ada.start(RunRequest.goal("a door to be proud of")).await(PATIENCE);
            String token = waits.tokens().get(0);
            out.println(ada.pause(token).orElseThrow().message());
            ResolvedPause answered = ada.resolvePause(token, Resolution.resume("ada", Json.of("green")));
            RunResult end = Objects.requireNonNull(answered.run()).await(PATIENCE);
            out.println(end.reason() + ": " + end.result());
            out.println("tasks of the painter: " + painter.tasks());
        }
    }

    private static HarborRuntime runtime(Painter painter, A2aAccess access) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .planner(planner())
                .source(A2aTools.agent("painter", painter.url()).access(access).build())
                .build();
    }

    /** Has the door painted, and is done with what the painter says. */
    private static Planner planner() {
        return Delegation::next;
    }

    private static Decision next(PlanContext context) {
        if (context.trajectory().size() == 0) {
            return new Decision.CallTool(ToolRequest.of("painter_paint", Json.of(Map.of("message", "Paint the door"))));
        }
        Json seen =
                context.trajectory().last().orElseThrow().observations().get(0).content();
        return Decision.finish(seen.get("text").orElse(seen));
    }
}
