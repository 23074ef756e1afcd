package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.ToolProgressed;
import dev.harbor.json.Json;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.CallHandle;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cancelling a call cancels the task of the peer, and closing leaves nothing behind. */
final class CancelTest {

    static List<FakeAgent.Speech> speeches() {
        return List.of(
                FakeAgent.Speech.NEW, FakeAgent.Speech.NEW.polled(), FakeAgent.Speech.OLD, FakeAgent.Speech.REST);
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void callThatIsCancelled_cancelsTheTaskOnce(FakeAgent.Speech speech) throws Exception {
        try (FakeAgent agent = FakeAgent.start(speech);
                World world = World.of(agent)) {
            CallHandle<Json> call = world.ada().submit("a_do", Json.of(Map.of("message", "slow")));
            awaitHeard(world, agent);
            call.cancel("enough");
            ToolOutcome<Json> outcome = call.await(Duration.ofMinutes(1)).orElseThrow();

            assertThat(agent.task().cancelled.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(World.error(outcome).code()).isEqualTo(ErrorCode.CANCELLED);
            assertThat(agent.cancels).hasValue(1);
            World.soundly(agent);
        }
    }

    /** Nobody can cancel a task of which only the peer knows. */
    private static void awaitHeard(World world, FakeAgent agent) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> agent.count("GET") > 0
                        || !world.events.ofType(ToolProgressed.TYPE).isEmpty());
        assertThat(agent.task().is("WORKING")).isTrue();
    }

    /** Where the caller waits for the tool's last word, that is what the peer says of the task. */
    @Test
    void callThatIsCancelled_whoseTaskWasOverBefore_reportsItsEnd() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = World.of(agent, CancelTest::onTheCallersThread)) {
            CallHandle<Json> call = world.ada().submit("a_do", Json.of(Map.of("message", "slow")));
            awaitHeard(world, agent);
            agent.task().state("COMPLETED", "just in time");
            call.cancel("enough");

            assertThat(World.text(
                            call.await(Duration.ofMinutes(1)).orElseThrow().orThrow()))
                    .isEqualTo("just in time");
        }
    }

    @Test
    void callThatIsCancelled_whoseTaskIsThen_isKnownToBe() throws Exception {
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
                World world = World.of(agent, CancelTest::onTheCallersThread)) {
            CallHandle<Json> call = world.ada().submit("a_do", Json.of(Map.of("message", "slow")));
            awaitHeard(world, agent);
            call.cancel("enough");

            assertThat(call.await(Duration.ofMinutes(1)).orElseThrow()).isInstanceOf(ToolOutcome.Cancelled.class);
        }
    }

    private static A2aTools.Builder onTheCallersThread(A2aTools.Builder builder) {
        return builder.policy(ToolPolicy.builder().isolation(Isolation.CALLER).build());
    }

    @Test
    void manyCalls_andThenClosing_leaveNoThread() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW);
        try (World world = World.of(agent)) {
            List<String> texts = Together.run(20, number -> {
                StringBuilder all = new StringBuilder();
                for (int i = 0; i < 10; i++) {
                    all.append(World.text(world.result(i % 2 == 0 ? "echo e" : "chunks")));
                }
                return all.toString();
            });

            assertThat(texts).hasSize(20).containsOnly("ehello world".repeat(5));
            assertThat(agent.executed).hasSize(200).doesNotHaveDuplicates();
        } finally {
            agent.close();
        }
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(each -> !before.contains(each) && each.isAlive())
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.contains("harbor") || name.startsWith("pool-"))
                        .isEmpty());
    }
}
