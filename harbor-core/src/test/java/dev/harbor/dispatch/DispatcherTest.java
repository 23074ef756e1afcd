package dev.harbor.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What holds whatever the SPIs behind the stages do. */
final class DispatcherTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");

    record Number(int value) {}

    private final List<HarborEvent> events = new ArrayList<>();
    private final Tool<Number, Number> twice = Tool.of(
                    "math.twice", Number.class, Number.class, n -> new Number(2 * n.value()))
            .effect(SideEffect.PURE);

    private HarborRuntime runtime(ContextSafety safety, Tool<?, ?>... tools) {
        return HarborRuntime.builder()
                .artifacts(safety)
                .tools(tools)
                .events(events::add)
                .build();
    }

    @Test
    void call_succeeds() {
        try (HarborRuntime runtime = runtime(new PlainSafety(), twice)) {
            assertThat(runtime.as(ADA)
                            .call("math.twice", Json.lazy("{\"value\":21}"))
                            .orThrow())
                    .isEqualTo(Json.parse("{\"value\":42}"));
            assertThat(runtime.as(ADA)
                            .call("math.twice@v1", Json.lazy("{\"value\":1}"))
                            .orThrow())
                    .isEqualTo(Json.parse("{\"value\":2}"));
            assertThat(runtime.as(ADA).call(twice, new Number(4)).orThrow()).isEqualTo(new Number(8));
        }
    }

    @Test
    void fault_ofAnSpi_becomesTheOutcome_andIsTold() {
        PlainSafety broken = new PlainSafety() {
            @Override
            public ToolContent settle(Json value, ArtifactScope scope, String producer, int thresholdBytes) {
                throw new IllegalStateException("a bug");
            }
        };
        try (HarborRuntime runtime = runtime(broken, twice)) {
            ToolOutcome<Json> outcome = runtime.as(ADA).call("math.twice", Json.lazy("{\"value\":21}"));
            assertThat(outcome.errorCode()).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().message()).isEqualTo("the stage 'content' failed");
            assertThat(events).extracting(HarborEvent::type).containsExactly("tool.invoked", "tool.failed");
        }
    }

    @Test
    void tool_ofTheSameId_thatIsNotTheRegisteredOne_isNotCalled() {
        Tool<Number, Number> other = Tool.of("math.twice", Number.class, Number.class, n -> new Number(3 * n.value()))
                .effect(SideEffect.PURE);
        try (HarborRuntime runtime = runtime(new PlainSafety(), twice)) {
            assertThat(runtime.as(ADA).call(other, new Number(1)).errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
        }
    }

    @Test
    void key_ofACall_isTheSameOverAttempts_andAnotherForTheNextCall() {
        List<String> keys = new ArrayList<>();
        AtomicReference<Integer> failures = new AtomicReference<>(2);
        Tool<Number, Number> flaky = Tool.of("math.flaky", Number.class, Number.class, (n, context) -> {
                    keys.add(context.idempotencyKey());
                    int left = failures.get();
                    failures.set(left - 1);
                    if (left > 0) {
                        throw new java.io.IOException("once more");
                    }
                    return n;
                })
                .effect(SideEffect.WRITE)
                .idempotent()
                .policy(dev.harbor.policy.ToolPolicy.builder()
                        .backoff(dev.harbor.policy.Backoff.NONE)
                        .build());
        try (HarborRuntime runtime = runtime(new PlainSafety(), flaky)) {
            runtime.as(ADA).call(flaky, new Number(1)).orThrow();
            runtime.as(ADA).call(flaky, new Number(1)).orThrow();
            assertThat(keys).hasSize(4);
            assertThat(keys.subList(0, 3)).containsOnly(keys.get(0));
            assertThat(keys.get(3)).isNotEqualTo(keys.get(0));
            assertThat(events)
                    .extracting(HarborEvent::type)
                    .containsExactly(
                            "tool.invoked",
                            "tool.attempted",
                            "tool.attempted",
                            "tool.attempted",
                            "tool.completed",
                            "tool.invoked",
                            "tool.completed");
        }
    }
}
