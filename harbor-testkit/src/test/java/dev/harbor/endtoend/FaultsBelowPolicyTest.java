package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.ToolAbandoned;
import dev.harbor.event.ToolAnsweredLate;
import dev.harbor.event.ToolAttempted;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.testkit.FaultInjector;
import dev.harbor.testkit.Gate;
import dev.harbor.testkit.ManualClock;
import dev.harbor.testkit.ToolRecorder;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Injected faults lie below the policy of a tool: retries, time limits and offloading see them as they would see real ones. */
final class FaultsBelowPolicyTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final ToolPolicy IMPATIENT =
            ToolPolicy.builder().timeout(LIMIT).noRetry().build();

    private final ManualClock time = ManualClock.create();
    private final EventRecorder events = EventRecorder.create();
    private final ToolRecorder effects = ToolRecorder.inMemory();
    private final FaultInjector faults = FaultInjector.create();

    private Tool<Text, Text> tool(SideEffect effect) {
        Tool<Text, Text> echo = Tool.of("text.keep", Text.class, Text.class, text -> text)
                .effect(effect)
                .policy(ToolPolicy.builder().backoff(Backoff.NONE).build());
        return faults.wrap(effects.wrap(echo));
    }

    private HarborRuntime runtime(Tool<?, ?> tool) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .events(events)
                .ticker(time::nanoTime)
                .tools(tool)
                .build();
    }

    private ToolOutcome<Text> call(Tool<Text, Text> tool) {
        try (HarborRuntime runtime = runtime(tool)) {
            return runtime.as(ADA).call(tool, new Text("hi"));
        }
    }

    /** Calls a tool that is stuck when its time is over, however long the thread that runs it took to start. */
    private ToolOutcome<Text> callBeyondTheLimit(HarborRuntime runtime, Tool<Text, Text> tool)
            throws InterruptedException {
        CallHandle<Text> call = runtime.as(ADA).submit(tool, new Text("hi"));
        faults.on(tool).awaitStuck(1);
        time.advance(LIMIT);
        return call.await(Duration.ofMinutes(1)).orElseThrow();
    }

    @AfterEach
    void close() {
        faults.close();
    }

    @Test
    void read_failingTwice_succeedsAtTheThirdAttempt() {
        Tool<Text, Text> read = tool(SideEffect.READ);
        faults.on(read).fail(1, ErrorClass.TRANSIENT).fail(1, () -> new IOException("reset"));
        ToolOutcome<Text> outcome = call(read);

        assertThat(outcome.orThrow()).isEqualTo(new Text("hi"));
        assertThat(outcome.call().attempts()).isEqualTo(3);
        assertThat(faults.on(read).invocations()).isEqualTo(3);
        assertThat(effects.count()).isEqualTo(1);
        assertThat(events.ofType(ToolAttempted.class))
                .extracting(ToolAttempted::attempt)
                .containsExactly(1, 2, 3);
        events.assertSequence("tool.invoked", "tool.attempted", "tool.attempted", "tool.completed");
    }

    @Test
    void read_failingAlways_isExhausted() {
        Tool<Text, Text> read = tool(SideEffect.READ);
        faults.on(read).fail(100, ErrorClass.SERVER);
        ToolOutcome<Text> outcome = call(read);

        assertThat(outcome.errorCode()).isEqualTo(ErrorCode.RETRIES_EXHAUSTED);
        assertThat(faults.on(read).invocations()).isEqualTo(ToolPolicy.DEFAULT_MAX_ATTEMPTS);
        events.assertSequence("tool.invoked", "tool.policy_exhausted");
    }

    @Test
    void read_failingForGood_isNotAttemptedAgain() {
        Tool<Text, Text> read = tool(SideEffect.READ);
        faults.on(read).fail(100, ErrorClass.PERMANENT);

        assertThat(call(read).isSuccess()).isFalse();
        assertThat(faults.on(read).invocations()).isEqualTo(1);
    }

    @Test
    void write_failing_isNotAttemptedAgain() {
        Tool<Text, Text> write = tool(SideEffect.WRITE);
        faults.on(write).fail(1, ErrorClass.TRANSIENT);

        assertThat(call(write)).isInstanceOf(ToolOutcome.Failure.class);
        assertThat(faults.on(write).invocations()).isEqualTo(1);
        assertThat(effects.count()).isZero();
    }

    @Test
    void write_whoseAnswerIsLost_isUnknown_andItsEffectHappenedOnce() {
        Tool<Text, Text> write = tool(SideEffect.WRITE);
        faults.on(write).commitThenFail(() -> new IOException("connection reset"));

        assertThat(call(write)).isInstanceOf(ToolOutcome.Unknown.class);
        assertThat(effects.count()).isEqualTo(1);
        effects.assertAtMostOnce();
    }

    @Test
    void read_thatHangs_timesOutAndIsInterrupted() throws InterruptedException {
        Tool<Text, Text> read = tool(SideEffect.READ).policy(IMPATIENT);
        faults.on(read).hang();

        try (HarborRuntime runtime = runtime(read)) {
            assertThat(callBeyondTheLimit(runtime, read).errorCode()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
        }
        faults.on(read).awaitFree();
        assertThat(effects.count()).isZero();
    }

    @Test
    void read_thatIgnoresInterrupts_isAbandonedAndToldOfLate() throws InterruptedException {
        Gate released = Gate.closed();
        Tool<Text, Text> read = tool(SideEffect.READ).policy(IMPATIENT);
        faults.on(read).hangIgnoringInterrupts(released);
        try (HarborRuntime runtime = runtime(read)) {
            assertThat(callBeyondTheLimit(runtime, read).errorCode()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
            events.await(ToolAbandoned.TYPE, 1);
            assertThat(faults.on(read).stuck()).isEqualTo(1);
            released.open();
            events.await(ToolAnsweredLate.TYPE, 1);
        }
    }

    @Test
    void result_thatIsHuge_isOffloaded_atTheThresholdAndNotBelow() {
        for (int bytes : new int[] {32 * 1024 - 1, 32 * 1024}) {
            Tool<String, String> big = faults.wrap(Tool.of("text.big", String.class, String.class, text -> text));
            faults.on(big).huge(bytes);
            try (HarborRuntime runtime = runtime(big)) {
                ToolOutcome<String> outcome = runtime.as(ADA).call(big, "hi");
                assertThat(((ToolOutcome.Success<String>) outcome).content())
                        .isInstanceOf(bytes < 32 * 1024 ? ToolContent.Inline.class : ToolContent.Offloaded.class);
            }
        }
    }
}
