package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pure tool that ignores interrupts: it holds its caller on the caller's thread, and nobody on a worker. */
final class StubbornToolTest {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private static final ToolPolicy BRIEF =
            ToolPolicy.builder().timeout(Duration.ofSeconds(1)).noRetry().build();

    private final ManualClock clock = ManualClock.create();
    private final List<HarborEvent> events = events();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    private final Tool<Text, Text> stubborn = Tool.of("text.stubborn", Text.class, Text.class, text -> {
                started.countDown();
                while (released.getCount() > 0) {
                    ignoreInterrupts();
                }
                ended.countDown();
                return text;
            })
            .effect(SideEffect.PURE);

    private void ignoreInterrupts() {
        try {
            released.await();
        } catch (InterruptedException ignored) {
            // that is what makes it stubborn
            interrupted.countDown();
        }
    }

    @AfterEach
    void letGo() {
        released.countDown();
    }

    private CallHandle<Text> begun(HarborRuntime runtime, Tool<Text, Text> tool) throws InterruptedException {
        CallHandle<Text> call = runtime.as(ADA).submit(tool, new Text("a"));
        assertThat(started.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        clock.advance(Duration.ofSeconds(2));
        return call;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pureTool_isolatedOnAWorker_holdsNobody(boolean isOwnPolicy) throws InterruptedException {
        ToolPolicy isolated = BRIEF.toBuilder().isolation(Isolation.WORKER).build();
        Tool<Text, Text> tool = isOwnPolicy ? stubborn.policy(isolated) : stubborn;
        HarborRuntime.Builder builder = runtime(events).ticker(clock::nanoTime).policy(isOwnPolicy ? BRIEF : isolated);
        try (HarborRuntime runtime = builder.tools(tool).build()) {
            ToolOutcome<Text> outcome = begun(runtime, tool).await(BOUND).orElseThrow();

            assertThat(outcome.errorCode()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
            assertThat(ended.getCount()).as("the tool still runs").isEqualTo(1);
            assertThat(types()).containsExactly("tool.invoked", "tool.abandoned", "tool.attempted", "tool.failed");
            released.countDown();
            await().atMost(BOUND).untilAsserted(() -> assertThat(types()).endsWith("tool.late"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pureTool_onItsCaller_holdsIt_untilItEnds(boolean isSaid) throws InterruptedException {
        ToolPolicy policy =
                isSaid ? BRIEF.toBuilder().isolation(Isolation.CALLER).build() : BRIEF;
        Tool<Text, Text> tool = stubborn.policy(policy);
        try (HarborRuntime runtime =
                runtime(events).ticker(clock::nanoTime).tools(tool).build()) {
            CallHandle<Text> call = begun(runtime, tool);

            assertThat(interrupted.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(call.isDone()).isFalse();
            assertThat(types()).containsExactly("tool.invoked");
            released.countDown();
            assertThat(call.await(BOUND).orElseThrow().errorCode()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
            assertThat(types()).containsExactly("tool.invoked", "tool.attempted", "tool.failed");
        }
    }

    private List<String> types() {
        return events.stream().map(HarborEvent::type).toList();
    }
}
