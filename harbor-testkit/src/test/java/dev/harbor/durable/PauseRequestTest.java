package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.HarborException;
import dev.harbor.history.RecordType;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolSuspended;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What can't be waited for leaves no record of a pause. */
final class PauseRequestTest {

    private static final Json HEAVY = Json.of("x".repeat(64 << 10));

    private final World world = new World();

    @Test
    void whatIsIncomplete_orNoJson_canNotBeAsked() {
        assertThatNullPointerException()
                .isThrownBy(() -> new Decision.RequestPause(nothing(), "may I?", Json.NULL))
                .withMessage("reason");
        assertThatNullPointerException()
                .isThrownBy(() -> new Decision.RequestPause(PauseReason.AWAIT_INPUT, "may I?", nothing()))
                .withMessage("payload");
        assertThatIllegalArgumentException().isThrownBy(() -> ToolSuspended.awaitInput("", Json.NULL));
        assertThatIllegalArgumentException().isThrownBy(() -> ToolSuspended.awaitInput("how many?", HEAVY));
        assertThatThrownBy(() -> Json.of(Map.of("who", new Object()))).isInstanceOf(HarborException.class);
        assertThatThrownBy(() -> Identity.of("acme", "", "s1")).isInstanceOf(HarborException.class);
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a caller without a checker of nulls may give
    private static <T> T nothing() {
        return null;
    }

    @Test
    void plannerThatAsksForNothing_endsTheRun_withoutAPause() {
        RunResult result = world.start(context -> new Decision.RequestPause(nothing(), "may I?", Json.NULL));
        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo("planner_failed");
        assertThatNothingWaits();
    }

    @Test
    void payloadThatCanNotBeStored_leavesTheRun_withoutAPause() {
        world.more = builder -> builder.artifacts(Artifacts.builder()
                .over(Artifacts.memoryStore(
                        ArtifactLimits.builder().maxArtifactBytes(1_000).build(), world.clock)));
        RunResult result = world.start(context -> new Decision.RequestPause(PauseReason.AWAIT_INPUT, "may I?", HEAVY));
        assertThat(result.state()).isEqualTo(RunState.RUNNING);
        assertThat(result.reason()).isEqualTo("persistence_failure");
        assertThat(world.types(World.RUN)).doesNotContain(RecordType.PAUSED);
    }

    @Test
    void runThatIsCancelled_whileItsPlannerAsks_doesNotWait() {
        CompletableFuture<RunHandle> run = new CompletableFuture<>();
        Planner cancelled = context -> {
            run.join().cancel("never mind");
            return World.pause();
        };
        try (HarborRuntime runtime = world.process(cancelled).build()) {
            assertCancelledWithoutWaiting(runtime, run);
        }
    }

    @Test
    void runThatIsCancelled_whileOneOfItsToolsWaits_doesNotWait() {
        CompletableFuture<RunHandle> run = new CompletableFuture<>();
        Tool<World.Value, World.Value> asking = Tool.of("asks", World.Value.class, World.Value.class, value -> {
            throw ToolSuspended.awaitInput("how many?", Json.EMPTY_OBJECT);
        });
        Tool<World.Value, World.Value> slow = Tool.of("slow", World.Value.class, World.Value.class, value -> {
            Awaitility.await()
                    .atMost(World.BOUND)
                    .until(() -> world.types(World.RUN).contains(RecordType.CALL_PAUSED));
            run.join().cancel("never mind");
            return value;
        });
        List<ToolRequest> both =
                List.of(ToolRequest.of("asks", World.ARGUMENTS), ToolRequest.of("slow", World.ARGUMENTS));
        Planner planner = World.script(new Decision.CallParallel(both, JoinPolicy.ALL), World.finish());
        try (HarborRuntime runtime = world.process(planner)
                .tools(asking.effect(SideEffect.READ), slow.effect(SideEffect.READ))
                .build()) {
            assertCancelledWithoutWaiting(runtime, run);
        }
    }

    /** Starts the run that cancels itself. */
    private void assertCancelledWithoutWaiting(HarborRuntime runtime, CompletableFuture<RunHandle> run) {
        run.complete(start(runtime));
        RunResult result = run.join().await(World.BOUND);
        assertThat(result.state()).isEqualTo(RunState.CANCELLED);
        assertThat(result.tokens()).isEmpty();
        assertThat(runtime.as(World.ADA).pauses()).isEmpty();
        assertThatNothingWaits();
    }

    @Test
    void runThatCameToWait_isCancelledByItsHandle() {
        try (HarborRuntime runtime = world.process(context -> World.pause()).build()) {
            RunHandle run = start(runtime);
            assertThat(run.await(World.BOUND).state()).isEqualTo(RunState.WAITING);
            run.cancel("never mind");
            Awaitility.await()
                    .atMost(World.BOUND)
                    .until(() -> runtime.as(World.ADA).pauses().isEmpty());
        }
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.CANCELLED);
    }

    private static RunHandle start(HarborRuntime runtime) {
        return runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
    }

    private void assertThatNothingWaits() {
        assertThat(world.types(World.RUN)).contains("run.ended").doesNotContain(RecordType.PAUSED);
        assertThat(world.run(World.RUN).state().isTerminal()).isTrue();
    }
}
