package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.CallHandle;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.safety.ContextSafety;
import dev.harbor.testkit.Gate;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The streams of a tool's blocks are code of the tool: they hold nobody longer than the tool itself may. */
final class BlockLimitsTest {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private final ManualClock clock = ManualClock.create();
    private final List<HarborEvent> events = events();
    private final ContextSafety artifacts = Artifacts.memory();
    private final Gate tool = Gate.closed();
    private final Gate stream = Gate.closed();
    private final AtomicInteger closed = new AtomicInteger();

    /** Never ends before it is let go, and does not care about interrupts. */
    private final class Stubborn extends InputStream {

        private boolean passed;

        @Override
        public int read() {
            if (passed) {
                return -1;
            }
            stream.passUninterruptibly();
            passed = true;
            return 'x';
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    /** Waits as long, but ends when it is interrupted. */
    private final class Polite extends InputStream {

        @Override
        public int read() throws IOException {
            try {
                stream.pass();
                return -1;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    @AfterEach
    void letGo() {
        tool.open();
        stream.open();
    }

    private Tool<Text, Text> drawing(SideEffect effect, ToolOutput.Content content) {
        return Tool.producing(
                        "image.draw",
                        Text.class,
                        Text.class,
                        (text, context) -> ToolOutput.of(text).block("image/png", content))
                .effect(effect)
                .policy(ToolPolicy.builder()
                        .timeout(Duration.ofSeconds(5))
                        .isolation(Isolation.WORKER)
                        .build());
    }

    private HarborRuntime runtimeOf(Tool<?, ?> drawing) {
        return runtime(events)
                .artifacts(artifacts)
                .ticker(clock::nanoTime)
                .tools(drawing)
                .build();
    }

    private ToolOutcome<Text> ended(CallHandle<Text> call) throws InterruptedException {
        return call.await(BOUND).orElseThrow(() -> new AssertionError("the call hangs"));
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void stream_thatHangs_endsTheCallAtTheLimitOfTheTool_andNothingIsKeptLater(SideEffect effect) throws Exception {
        Tool<Text, Text> drawing = drawing(effect, Stubborn::new);
        try (HarborRuntime runtime = runtimeOf(drawing)) {
            CallHandle<Text> call = runtime.as(ADA).submit(drawing, new Text("a"));
            stream.awaitHeld(1);
            assertThat(call.isDone()).isFalse();
            clock.advance(Duration.ofSeconds(6));

            ToolOutcome<Text> outcome = ended(call);
            assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.error().code()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
                assertThat(failure.error().outcomeKnown())
                        .as("the tool has answered")
                        .isTrue();
                assertThat(failure.error().message()).contains("blocks of the output", "time limit");
            });
            assertThat(types()).containsExactly("tool.invoked", "tool.abandoned", "tool.failed");
            stream.open();
            await().atMost(BOUND).untilAsserted(() -> assertThat(types()).endsWith("tool.late"));
            assertThat(closed).as("the stream that came too late is closed").hasValue(1);
            assertThat(runtime.as(ADA).artifacts(outcome.call().callId()).list())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void stream_thatHangs_endsWithTheCancellationOfItsCall(SideEffect effect) throws Exception {
        Tool<Text, Text> drawing = drawing(effect, Stubborn::new);
        try (HarborRuntime runtime = runtimeOf(drawing)) {
            CallHandle<Text> call = runtime.as(ADA).submit(drawing, new Text("a"));
            stream.awaitHeld(1);
            call.cancel("changed my mind");

            ToolOutcome<Text> outcome = ended(call);
            stream.open();
            if (effect.isReplayable()) {
                assertThat(outcome).isInstanceOf(ToolOutcome.Cancelled.class);
            } else {
                assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                    assertThat(failure.error().code()).isEqualTo(ErrorCode.CANCELLED);
                    assertThat(failure.error().outcomeKnown()).isTrue();
                    assertThat(failure.error().message()).contains("blocks of the output", "changed my mind");
                });
            }
        }
    }

    @Test
    void stream_thatHangs_endsAtTheDeadlineOfItsPolicy_countedFromTheBeginning() throws Exception {
        Tool<Text, Text> drawing = Tool.producing("image.draw", Text.class, Text.class, (text, context) -> {
                    tool.pass();
                    return ToolOutput.of(text).block("image/png", Stubborn::new);
                })
                .effect(SideEffect.READ)
                .policy(ToolPolicy.builder().deadline(Duration.ofSeconds(20)).build());
        try (HarborRuntime runtime = runtimeOf(drawing)) {
            CallHandle<Text> call = runtime.as(ADA).submit(drawing, new Text("a"));
            tool.awaitHeld(1);
            clock.advance(Duration.ofSeconds(15));
            tool.open();
            stream.awaitHeld(1);
            clock.advance(Duration.ofSeconds(6));

            assertThat(ended(call).errorCode()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
            stream.open();
        }
    }

    @Test
    void stream_onItsCaller_isInterruptedAtTheLimit() throws Exception {
        Tool<Text, Text> drawing = drawing(SideEffect.PURE, Polite::new)
                .policy(ToolPolicy.builder().timeout(Duration.ofSeconds(5)).build());
        try (HarborRuntime runtime = runtimeOf(drawing)) {
            CallHandle<Text> call = runtime.as(ADA).submit(drawing, new Text("a"));
            stream.awaitHeld(1);
            clock.advance(Duration.ofSeconds(6));

            assertThat(ended(call).errorCode()).isEqualTo(ErrorCode.TOOL_TIMEOUT);
        }
    }

    @Test
    void answerOfAWrite_thatComesAfterItsCancellation_isTakenWhole() throws Exception {
        Tool<Text, Text> drawing = Tool.producing("image.draw", Text.class, Text.class, (text, context) -> {
                    tool.passUninterruptibly();
                    return ToolOutput.of(text)
                            .block("image/png", () -> new ByteArrayInputStream("drawn".getBytes(UTF_8)));
                })
                .effect(SideEffect.WRITE)
                .policy(ToolPolicy.builder().isolation(Isolation.CALLER).build());
        try (HarborRuntime runtime = runtimeOf(drawing)) {
            CallHandle<Text> call = runtime.as(ADA).submit(drawing, new Text("a"));
            tool.awaitHeld(1);
            call.cancel("changed my mind");
            tool.open();
            ToolOutcome<Text> outcome = ended(call);

            assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
            ArtifactStub stub =
                    ((ToolOutcome.Success<Text>) outcome).attachments().get(0);
            assertThat(stub.sizeBytes()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void blocks_whenAllWorkersAreBusy_areReadOnTheCaller(SideEffect effect) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Executor oneWorker = task -> {
            if (asked.getAndIncrement() > 0) {
                throw new RejectedExecutionException("busy");
            }
            new Thread(task, "the-worker").start();
        };
        Tool<Text, Text> drawing = drawing(effect, () -> new ByteArrayInputStream("drawn".getBytes(UTF_8)));
        try (HarborRuntime runtime =
                runtime(events).executor(oneWorker).tools(drawing).build()) {
            ToolOutcome<Text> outcome = runtime.as(ADA).call(drawing, new Text("a"));

            assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
            assertThat(asked).as("a worker was asked for").hasValue(2);
        }
    }

    private List<String> types() {
        return events.stream().map(HarborEvent::type).toList();
    }
}
