package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.run.RunState;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing starts after a cancellation, what runs is interrupted, and an interrupted caller keeps its flag. */
final class CancellationTest {

    private static final Duration BOUND = Duration.ofSeconds(20);

    private final List<HarborEvent> events = events();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    private Tool<Text, Text> blocking(SideEffect effect) {
        return Tool.of("text.block", Text.class, Text.class, text -> {
                    started.add(text.text());
                    running.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return text;
                })
                .effect(effect);
    }

    @Test
    void run_ofThreeOrderedWrites_cancelledInTheFirst_startsNoOther() throws Exception {
        Decision three = new Decision.CallParallel(List.of(request("1"), request("2"), request("3")), JoinPolicy.ALL);
        try (HarborRuntime runtime =
                runtime(events).tools(blocking(SideEffect.WRITE)).build()) {
            RunHandle run = runtime.as(ADA).start(RunRequest.goal("write").planner(context -> three));
            assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
            run.cancel("changed my mind");
            RunResult result = run.await(BOUND);
            assertThat(started).containsExactly("1");
            assertThat(result.state()).isEqualTo(RunState.WAITING);
            assertThat(result.reason()).isEqualTo("unknown_write_outcome");
            assertThat(result.usage().toolCalls()).isEqualTo(1);
            assertThat(result.trajectory().steps().get(0).observations())
                    .extracting(seen -> seen.status())
                    .containsExactly("unknown");
        }
    }

    @Test
    void run_cancelledInARead_isCancelled() throws Exception {
        try (HarborRuntime runtime =
                runtime(events).tools(blocking(SideEffect.READ)).build()) {
            RunHandle run = runtime.as(ADA)
                    .start(RunRequest.goal("read")
                            .planner(context -> Decision.call("text.block", Json.parse("{\"text\":\"1\"}"))));
            assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
            run.cancel("changed my mind");
            assertThat(run.await(BOUND).state()).isEqualTo(RunState.CANCELLED);
            assertThat(started).containsExactly("1");
        }
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void call_cancelled_endsByItsEffect(SideEffect effect) throws Exception {
        try (HarborRuntime runtime = runtime(events).tools(blocking(effect)).build()) {
            CallHandle<Json> call = runtime.as(ADA).submit("text.block", Json.parse("{\"text\":\"1\"}"));
            assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
            call.cancel("changed my mind");
            ToolOutcome<Json> outcome = call.await(BOUND).orElseThrow();
            assertThat(outcome)
                    .isInstanceOf(effect.isReplayable() ? ToolOutcome.Cancelled.class : ToolOutcome.Unknown.class);
            assertThat(interrupted.await(20, TimeUnit.SECONDS))
                    .as("the tool has seen it")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void caller_interrupted_getsAnOutcome_andKeepsItsFlag(SideEffect effect) throws Exception {
        AtomicReference<ToolOutcome<Json>> outcome = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        try (HarborRuntime runtime = runtime(events).tools(blocking(effect)).build()) {
            Thread caller = new Thread(() -> {
                outcome.set(runtime.as(ADA).call("text.block", Json.parse("{\"text\":\"1\"}")));
                flag.set(Thread.currentThread().isInterrupted());
            });
            caller.start();
            assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
            caller.interrupt();
            caller.join(BOUND.toMillis());
            assertThat(caller.isAlive()).isFalse();
            assertThat(outcome.get())
                    .isInstanceOf(effect.isReplayable() ? ToolOutcome.Cancelled.class : ToolOutcome.Unknown.class);
            assertThat(flag.get()).isTrue();
        }
    }

    @Test
    void runtime_closed_leavesRunningRuns_andNoThread() throws Exception {
        Set<Thread> others = Thread.getAllStackTraces().keySet();
        HarborRuntime runtime = runtime(events)
                .tools(blocking(SideEffect.READ))
                .closeGrace(Duration.ZERO)
                .build();
        RunHandle run = runtime.as(ADA)
                .start(RunRequest.goal("read")
                        .planner(context -> Decision.call("text.block", Json.parse("{\"text\":\"1\"}"))));
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
        runtime.close();
        runtime.close();
        assertThat(run.await(BOUND).state()).isEqualTo(RunState.RUNNING);
        assertThat(run.await(BOUND).reason()).isEqualTo("left");
        org.awaitility.Awaitility.await()
                .atMost(BOUND)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> !others.contains(thread))
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("harbor-")));
    }

    private static ToolRequest request(String text) {
        return ToolRequest.of("text.block", Json.parse("{\"text\":\"" + text + "\"}"));
    }
}
