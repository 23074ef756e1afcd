package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.PauseRequested;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody answers at the very moment at which a run parks, again and again; no answer is left lying and no run stuck. */
final class PauseRaceTest {

    private static final int RUNS = 200;

    private final ExecutorService approvers = Executors.newFixedThreadPool(4);
    private final AtomicReference<HarborRuntime> runtime = new AtomicReference<>();
    private final Asking asking = new Asking();

    enum Shape {
        ONE_CALL,
        BATCH,
        RACE,
        CHILD;

        Decision first() {
            return switch (this) {
                case ONE_CALL -> call("world.write");
                case BATCH -> group(JoinPolicy.ALL, "world.write", "world.read", "world.keyed");
                case RACE -> group(JoinPolicy.FIRST_SUCCESS, "world.write", "world.keyed");
                case CHILD -> new Decision.SpawnTask("child", Json.EMPTY_OBJECT);
            };
        }

        Decision next(PlanContext context) {
            int step = context.trajectory().size();
            if (context.goal().equals("child")) {
                return step == 0 ? call("world.write") : finish();
            }
            if (this == CHILD && step == 1) {
                return new Decision.AwaitTask(context.runId() + ".1");
            }
            return step == 0 ? first() : finish();
        }
    }

    @AfterEach
    void stop() {
        approvers.shutdownNow();
    }

    private void approve(HarborEvent event) {
        if (event instanceof PauseRequested pause) {
            approvers.execute(() -> approve(pause.pauseId()));
        }
    }

    /** The other call of a race may have won before anybody came to this one. */
    private void approve(String pauseId) {
        try {
            runtime.get().operator().resolvePause(pauseId, Resolution.approve("eve"));
        } catch (PauseException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void answer_thatComesWhileARunParks_isNeverLeftLying(Shape shape) {
        Planner planner = shape::next;
        asking.world.more = builder -> builder.access(Asking.ABOUT_WRITES).events(this::approve);
        try (HarborRuntime opened = asking.process(planner)) {
            runtime.set(opened);
            for (int i = 0; i < RUNS; i++) {
                String runId = "run" + i;
                opened.as(World.ADA).start(RunRequest.goal("g").id(runId)).await(World.BOUND);
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(2))
                        .alias(shape + " " + runId)
                        .atMost(World.BOUND)
                        .until(() -> stateOf(opened, runId).isTerminal());
                assertThat(stateOf(opened, runId)).isEqualTo(RunState.SUCCEEDED);
            }
        }
        asking.world.effects.assertAtMostOnce();
    }

    private static RunState stateOf(HarborRuntime opened, String runId) {
        return opened.as(World.ADA).run(runId).orElseThrow().state();
    }
}
