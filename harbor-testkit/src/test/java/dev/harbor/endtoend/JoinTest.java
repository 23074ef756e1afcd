package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a batch comes to under each of the ways to join its calls: one outcome for each, in their order, and nothing that still runs. */
@Timeout(60)
final class JoinTest {

    private static final Json ARGUMENTS = Json.of(Map.of("text", "a"));

    private static final int CALLERS = 100;

    private final Gate gate = Gate.closed();

    private static Tool<Text, Text> echo() {
        return Tool.of("text.echo", Text.class, Text.class, text -> text).effect(SideEffect.READ);
    }

    private static Tool<Text, Text> broken() {
        return Tool.<Text, Text>of("text.broken", Text.class, Text.class, text -> {
                    throw ToolFailed.permanent("no");
                })
                .effect(SideEffect.READ);
    }

    private static Tool<Text, Text> overflowing() {
        return Tool.of("text.deep", Text.class, Text.class, JoinTest::deeper).effect(SideEffect.READ);
    }

    @SuppressWarnings("InfiniteRecursion") // it is to overflow
    private static Text deeper(Text text) {
        return deeper(text);
    }

    private static List<ToolRequest> calls(String... tools) {
        return Stream.of(tools).map(tool -> ToolRequest.of(tool, ARGUMENTS)).toList();
    }

    private static List<String> join(JoinPolicy join, String... tools) {
        return join(3, join, tools);
    }

    private static List<String> join(int maxParallelCalls, JoinPolicy join, String... tools) {
        try (HarborRuntime runtime = runtime(events())
                .tools(echo(), broken(), overflowing())
                .maxParallelCalls(maxParallelCalls)
                .build()) {
            return runtime.as(ADA).batch(calls(tools), join).stream()
                    .map(outcome -> outcome.getClass().getSimpleName())
                    .toList();
        }
    }

    @Test
    void all_failing_isAFailureForEach() {
        assertThat(join(JoinPolicy.ALL, "text.broken", "no.such")).containsExactly("Failure", "Failure");
        assertThat(join(JoinPolicy.FIRST_SUCCESS, "text.broken", "no.such")).containsExactly("Failure", "Failure");
    }

    @Test
    void atLeast_moreThanThereAre_keepsTheSuccessesThatThereWere() {
        assertThat(join(JoinPolicy.atLeast(2), "text.broken", "text.echo", "no.such"))
                .containsExactly("Failure", "Success", "Failure");
    }

    @Test
    void atLeast_asManyAsThereAre_hasThemInTheOrderOfTheCalls() {
        // One after the other: beside others, the one that fails may be cancelled before it does.
        assertThat(join(1, JoinPolicy.atLeast(2), "text.echo", "text.broken", "text.echo"))
                .containsExactly("Success", "Failure", "Success");
    }

    @Test
    void call_thatDies_isItsOwnFailureAlone() {
        try (HarborRuntime runtime =
                runtime(events()).tools(echo(), overflowing()).build()) {
            List<ToolOutcome<Json>> outcomes =
                    runtime.as(ADA).batch(calls("text.echo", "text.deep", "text.echo"), JoinPolicy.ALL);

            assertThat(outcomes.get(0)).isInstanceOf(ToolOutcome.Success.class);
            assertThat(outcomes.get(1).errorCode()).isEqualTo(ErrorCode.TOOL_FATAL);
            assertThat(outcomes.get(2)).isInstanceOf(ToolOutcome.Success.class);
        }
    }

    @Test
    void loser_isCancelled_andSaidToBe_whenTheBatchReturns() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        Tool<Text, Text> loser = Tool.of("text.loser", Text.class, Text.class, text -> {
                    try {
                        gate.pass();
                        return text;
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                })
                .effect(SideEffect.READ);
        Tool<Text, Text> winner = Tool.of("text.winner", Text.class, Text.class, text -> {
                    gate.awaitHeld(1);
                    return text;
                })
                .effect(SideEffect.READ);
        try (HarborRuntime runtime = runtime(events()).tools(loser, winner).build()) {
            List<ToolOutcome<Json>> outcomes =
                    runtime.as(ADA).batch(calls("text.loser", "text.winner"), JoinPolicy.FIRST_SUCCESS);

            assertThat(outcomes)
                    .extracting(Object::getClass)
                    .containsExactly(ToolOutcome.Cancelled.class, ToolOutcome.Success.class);
            assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void calls_atOnce_areAsManyAsTheRuntimeAllows() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Tool<Text, Text> counted = Tool.of("text.counted", Text.class, Text.class, text -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    gate.pass();
                    running.decrementAndGet();
                    return text;
                })
                .effect(SideEffect.READ);
        try (HarborRuntime runtime =
                runtime(events()).tools(counted).maxParallelCalls(3).build()) {
            CompletableFuture<List<ToolOutcome<Json>>> batch = CompletableFuture.supplyAsync(() -> runtime.as(ADA)
                    .batch(
                            IntStream.range(0, 50)
                                    .mapToObj(i -> ToolRequest.of("text.counted", ARGUMENTS))
                                    .toList(),
                            JoinPolicy.ALL));
            gate.awaitHeld(3);
            gate.open();

            assertThat(batch.get(30, TimeUnit.SECONDS)).hasSize(50).allMatch(ToolOutcome.Success.class::isInstance);
            assertThat(most).hasValue(3);
        }
    }

    @Test
    void batches_ofManyCallers_keepTheirCallsApart() throws Exception {
        Tool<Text, Text> whose = Tool.of(
                        "text.whose",
                        Text.class,
                        Text.class,
                        (Text text, ToolContext context) ->
                                new Text(text.text() + ' ' + context.identity().user()))
                .effect(SideEffect.READ);
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        CyclicBarrier start = new CyclicBarrier(CALLERS);
        try (HarborRuntime runtime = runtime(events()).tools(whose).build()) {
            List<Callable<List<String>>> tasks = IntStream.range(0, CALLERS)
                    .<Callable<List<String>>>mapToObj(caller -> () -> {
                        start.await(30, TimeUnit.SECONDS);
                        return answers(runtime, caller);
                    })
                    .toList();
            List<Future<List<String>>> answers = callers.invokeAll(tasks, 30, TimeUnit.SECONDS);

            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                assertThat(answers.get(i).get())
                        .containsExactlyElementsOf(IntStream.range(0, 5)
                                .mapToObj(call -> caller + "." + call + " user" + caller)
                                .toList());
            }
        } finally {
            callers.shutdownNow();
        }
    }

    private static List<String> answers(HarborRuntime runtime, int caller) {
        List<ToolRequest> calls = IntStream.range(0, 5)
                .mapToObj(call -> ToolRequest.of("text.whose", Json.of(Map.of("text", caller + "." + call))))
                .toList();
        return runtime.as(Identity.of("acme", "user" + caller, "s" + caller)).batch(calls, JoinPolicy.ALL).stream()
                .map(outcome -> outcome.orThrow().get("text").orElseThrow().asString())
                .toList();
    }
}
