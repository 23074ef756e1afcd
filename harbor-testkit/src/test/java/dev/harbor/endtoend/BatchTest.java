package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.endtoend.Fixture.Number;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A batch ends when each of its calls has ended, and says of each how. */
final class BatchTest {

    private static final Json ARGUMENTS = Json.of(Map.of("text", "a"));

    private static final int MANY = 27;

    private final List<HarborEvent> events = events();
    private final Gate gate = Gate.closed();

    private Tool<Text, Text> slow(SideEffect effect) {
        return Tool.of("text.slow", Text.class, Text.class, text -> {
                    gate.pass();
                    return text;
                })
                .effect(effect);
    }

    private static Tool<Text, Text> broken() {
        return Tool.<Text, Text>of("text.broken", Text.class, Text.class, text -> {
                    throw new IOException("reset");
                })
                .effect(SideEffect.WRITE);
    }

    @ParameterizedTest
    @EnumSource(
            value = SideEffect.class,
            names = {"READ", "WRITE"})
    void batch_withCallsThatFailAtOnce_endsOnlyWhenTheSlowOneHas(SideEffect effect) throws Exception {
        try (HarborRuntime runtime =
                runtime(events).tools(slow(effect), broken()).build()) {
            CompletableFuture<List<ToolOutcome<Json>>> batch = CompletableFuture.supplyAsync(() -> runtime.as(ADA)
                    .batch(
                            List.of(
                                    ToolRequest.of("text.slow", Json.of(Map.of("wrong", 1))),
                                    ToolRequest.of("text.broken", ARGUMENTS),
                                    ToolRequest.of("text.slow", ARGUMENTS),
                                    ToolRequest.of("no.such.tool", ARGUMENTS)),
                            JoinPolicy.ALL));
            gate.awaitHeld(1);

            assertThat(batch).isNotDone();
            gate.open();
            assertThat(batch.get(30, TimeUnit.SECONDS))
                    .extracting(Object::getClass)
                    .containsExactly(
                            ToolOutcome.Failure.class,
                            ToolOutcome.Unknown.class,
                            ToolOutcome.Success.class,
                            ToolOutcome.Failure.class);
        }
    }

    @Test
    void batch_thatNeedsOneSuccess_stillSaysOfEachCallHowItEnded() throws Exception {
        Tool<Text, Text> quick = Tool.of("text.quick", Text.class, Text.class, text -> {
                    gate.awaitHeld(1);
                    return text;
                })
                .effect(SideEffect.READ);
        try (HarborRuntime runtime =
                runtime(events).tools(slow(SideEffect.READ), quick).build()) {
            CompletableFuture<List<ToolOutcome<Json>>> batch = CompletableFuture.supplyAsync(() -> runtime.as(ADA)
                    .batch(
                            List.of(
                                    ToolRequest.of("text.slow", ARGUMENTS),
                                    ToolRequest.of("text.quick", ARGUMENTS),
                                    ToolRequest.of("no.such.tool", ARGUMENTS)),
                            JoinPolicy.FIRST_SUCCESS));

            assertThat(batch.get(30, TimeUnit.SECONDS))
                    .extracting(Object::getClass)
                    .containsExactly(ToolOutcome.Cancelled.class, ToolOutcome.Success.class, ToolOutcome.Failure.class);
        }
    }

    private static Tool<Text, Text> reading() {
        return Tool.<Text, Text>of("text.read", Text.class, Text.class, text -> {
                    if (text.text().equals("lost")) {
                        throw new IOException("reset");
                    }
                    if (text.text().equals("bug")) {
                        throw new IllegalStateException("a bug");
                    }
                    return text;
                })
                .effect(SideEffect.READ)
                .policy(ToolPolicy.builder().noRetry().build());
    }

    static Stream<ToolRequest> failing() {
        return Stream.of(
                ToolRequest.of("text.read", Json.of(Map.of("text", "lost"))),
                ToolRequest.of("text.read", Json.of(Map.of("text", "bug"))),
                ToolRequest.of("text.read", Json.of(Map.of("wrong", 1))),
                ToolRequest.of("text.read", Json.lazy("{\"text\":")),
                ToolRequest.of("no.such.tool", ARGUMENTS));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void batch_ofReadsWithOneThatFails_leavesTheOthersAlone_whereverItStands(ToolRequest bad) {
        try (HarborRuntime runtime = runtime(events).tools(reading()).build()) {
            for (int place = 0; place < MANY; place++) {
                List<ToolRequest> calls = new ArrayList<>(IntStream.range(1, MANY)
                        .mapToObj(i -> ToolRequest.of("text.read", Json.of(Map.of("text", "t" + i))))
                        .toList());
                calls.add(place, bad);
                List<ToolOutcome<Json>> outcomes = runtime.as(ADA).batch(calls, JoinPolicy.ALL);
                assertThat(outcomes).hasSize(MANY);
                for (int i = 0; i < MANY; i++) {
                    if (i == place) {
                        assertThat(outcomes.get(i)).isInstanceOf(ToolOutcome.Failure.class);
                    } else {
                        assertThat(outcomes.get(i).orThrow())
                                .isEqualTo(calls.get(i).arguments());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("failing")
    void batch_ofAWriteBesideABadCall_keepsTheResultOfTheWrite_inEitherOrder(ToolRequest bad) {
        AtomicInteger written = new AtomicInteger();
        Tool<Text, Text> write = Tool.of("text.write", Text.class, Text.class, text -> {
                    written.incrementAndGet();
                    return text;
                })
                .effect(SideEffect.WRITE);
        ToolRequest good = ToolRequest.of("text.write", ARGUMENTS);
        try (HarborRuntime runtime = runtime(events).tools(reading(), write).build()) {
            ToolOutcome<Json> first =
                    runtime.as(ADA).batch(List.of(good, bad), JoinPolicy.ALL).get(0);
            ToolOutcome<Json> last =
                    runtime.as(ADA).batch(List.of(bad, good), JoinPolicy.ALL).get(1);
            assertThat(List.of(first.orThrow(), last.orThrow())).containsOnly(ARGUMENTS);
            assertThat(written).hasValue(2);
        }
    }

    @Test
    void results_ofCallsThatFinishInReverse_standInTheOrderOfTheCalls() {
        int count = 6;
        List<CountDownLatch> ended =
                Stream.generate(() -> new CountDownLatch(1)).limit(count + 1L).toList();
        ended.get(count).countDown();
        List<Integer> finished = new CopyOnWriteArrayList<>();
        Tool<Number, Number> waiting = Tool.of("math.wait", Number.class, Number.class, number -> {
                    ended.get(number.value() + 1).await();
                    finished.add(number.value());
                    ended.get(number.value()).countDown();
                    return number;
                })
                .effect(SideEffect.READ);
        List<ToolRequest> calls = IntStream.range(0, count)
                .mapToObj(i -> ToolRequest.of("math.wait", Json.of(Map.of("value", i))))
                .toList();
        try (HarborRuntime runtime =
                runtime(events).tools(waiting).maxParallelCalls(count).build()) {
            List<ToolOutcome<Json>> outcomes = runtime.as(ADA).batch(calls, JoinPolicy.ALL);
            assertThat(finished).containsExactly(5, 4, 3, 2, 1, 0);
            assertThat(outcomes)
                    .extracting(ToolOutcome::orThrow)
                    .isEqualTo(calls.stream().map(ToolRequest::arguments).toList());
        }
    }
}
