package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.ToolAbandoned;
import dev.harbor.event.ToolAnsweredLate;
import dev.harbor.event.ToolAttempted;
import dev.harbor.event.ToolRetriesExhausted;
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
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Injected faults lie below the policy of a tool: retries, time limits and offloading see them as they would see real ones. */
final class FaultsBelowPolicyTest {

    private static final ToolPolicy IMPATIENT =
            ToolPolicy.builder().timeout(Duration.ofSeconds(1)).noRetry().build();

    private static final Duration BOUND = Duration.ofSeconds(30);

    private final ManualClock clock = ManualClock.create();
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
                .ticker(clock::nanoTime)
                .tools(tool)
                .build();
    }

    private ToolOutcome<Text> call(Tool<Text, Text> tool) {
        try (HarborRuntime runtime = runtime(tool)) {
            return runtime.as(ADA).call(tool, new Text("hi"));
        }
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

    @ParameterizedTest
    @CsvSource({"TRANSIENT,1", "TRANSIENT,2", "SERVER,3", "TIMEOUT,4", "SERVER,7"})
    void read_failingAlways_tellsTheRealNumberOfAttemptsAndTheRealClass(ErrorClass errorClass, int attempts) {
        Tool<Text, Text> read = tool(SideEffect.READ)
                .policy(ToolPolicy.builder()
                        .maxAttempts(attempts)
                        .backoff(Backoff.NONE)
                        .build());
        faults.on(read).fail(100, errorClass);
        ToolOutcome<Text> outcome = call(read);

        assertThat(outcome.call().attempts()).isEqualTo(attempts);
        assertThat(faults.on(read).invocations()).isEqualTo(attempts);
        assertThat(events.ofType(ToolAttempted.class))
                .hasSize(attempts)
                .allSatisfy(told -> assertThat(told.failure().errorClass()).isEqualTo(errorClass));
        if (attempts == 1) {
            events.assertSequence("tool.invoked", "tool.attempted", "tool.failed");
            return;
        }
        assertThat(events.ofType(ToolRetriesExhausted.class)).singleElement().satisfies(told -> {
            assertThat(told.attempts()).isEqualTo(attempts);
            assertThat(told.error().errorClass()).isEqualTo(errorClass);
            assertThat(told.error().code()).isEqualTo(ErrorCode.RETRIES_EXHAUSTED);
            assertThat(told.identity()).isEqualTo(ADA);
        });
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

    /** Lets the time of a call pass once its tool runs. */
    private ToolOutcome<Text> outlasting(HarborRuntime runtime, Tool<Text, Text> tool) throws InterruptedException {
        CallHandle<Text> call = runtime.as(ADA).submit(tool, new Text("hi"));
        await().atMost(BOUND).until(() -> faults.on(tool).invocations() == 1);
        clock.advance(Duration.ofSeconds(2));
        return call.await(BOUND).orElseThrow();
    }

    @Test
    void read_thatHangs_timesOutAndIsInterrupted() throws InterruptedException {
        Tool<Text, Text> read = tool(SideEffect.READ).policy(IMPATIENT);
        faults.on(read).hang();
        try (HarborRuntime runtime = runtime(read)) {
            assertThat(outlasting(runtime, read).errorCode()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
            faults.on(read).awaitFree();
            assertThat(effects.count()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void limit_ofAnAttempt_isATimeout_andThatOfTheCallIsFinal(boolean isOfTheAttempt) throws InterruptedException {
        Duration brief = Duration.ofSeconds(1);
        ToolPolicy.Builder policy = ToolPolicy.builder().maxAttempts(1);
        Tool<Text, Text> read = tool(SideEffect.READ)
                .policy((isOfTheAttempt
                                ? policy.timeout(brief)
                                : policy.noTimeout().deadline(brief))
                        .build());
        faults.on(read).hang();
        try (HarborRuntime runtime = runtime(read)) {
            ToolError error = ((ToolOutcome.Failure<Text>) outlasting(runtime, read)).error();
            assertThat(error.code()).isEqualTo(isOfTheAttempt ? ErrorCode.TOOL_TIMEOUT : ErrorCode.DEADLINE_EXCEEDED);
            assertThat(error.errorClass()).isEqualTo(isOfTheAttempt ? ErrorClass.TIMEOUT : ErrorClass.PERMANENT);
            faults.on(read).awaitFree();
        }
    }

    @Test
    void read_thatIgnoresInterrupts_isAbandonedAndToldOfLate() throws InterruptedException {
        Gate released = Gate.closed();
        Tool<Text, Text> read = tool(SideEffect.READ).policy(IMPATIENT);
        faults.on(read).hangIgnoringInterrupts(released);
        try (HarborRuntime runtime = runtime(read)) {
            assertThat(outlasting(runtime, read).errorCode()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
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
