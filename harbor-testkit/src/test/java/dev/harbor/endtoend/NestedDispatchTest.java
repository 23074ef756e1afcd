package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.CallEvent;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolInvoked;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tools that call tools: the same path, the same identity, and never a wait for a thread that the waiting call holds itself. */
final class NestedDispatchTest {

    record Depth(int levels) {}

    private static Tool<Depth, Depth> nesting(SideEffect effect) {
        return Tool.of("call.deeper", Depth.class, Depth.class, (depth, context) -> {
                    if (depth.levels() == 0) {
                        return depth;
                    }
                    Json inner = context.call("call.deeper", Json.parse("{\"levels\":" + (depth.levels() - 1) + "}"))
                            .orThrow();
                    return new Depth(inner.get("levels").orElseThrow().asInt() + 1);
                })
                .effect(effect);
    }

    @Test
    void fiveDeep_twoHundredAtOnce_neverDeadlocks_andEveryAnswerIsRightOrOverloaded() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(200);
        List<HarborEvent> events = events();
        try (HarborRuntime runtime =
                runtime(events).tools(nesting(SideEffect.READ)).build()) {
            Caller caller = runtime.as(ADA);
            List<Future<ToolOutcome<Json>>> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                calls.add(threads.submit(() -> caller.call("call.deeper", Json.parse("{\"levels\":5}"))));
            }
            int right = 0;
            for (Future<ToolOutcome<Json>> call : calls) {
                ToolOutcome<Json> outcome = call.get(60, TimeUnit.SECONDS);
                if (outcome.isSuccess()) {
                    assertThat(outcome.orThrow()).isEqualTo(Json.parse("{\"levels\":5}"));
                    right++;
                } else {
                    assertThat(outcome.errorCode()).isIn(ErrorCode.OVERLOADED, ErrorCode.RETRIES_EXHAUSTED);
                }
            }
            assertThat(right).isPositive();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void nestedCall_namesItsParent_andHasAKeyOfItsOwn() {
        List<HarborEvent> events = events();
        try (HarborRuntime runtime =
                runtime(events).tools(nesting(SideEffect.PURE)).build()) {
            runtime.as(ADA).call("call.deeper", Json.parse("{\"levels\":2}")).orThrow();
            List<CallEvent> begun = events.stream()
                    .filter(ToolInvoked.class::isInstance)
                    .map(CallEvent.class::cast)
                    .toList();
            assertThat(begun).hasSize(3);
            assertThat(begun.get(0).call().parentCallId()).isEmpty();
            assertThat(begun.get(1).call().parentCallId())
                    .contains(begun.get(0).call().callId());
            assertThat(begun.get(2).call().parentCallId())
                    .contains(begun.get(1).call().callId());
            assertThat(begun).allSatisfy(event -> assertThat(event.identity()).isEqualTo(ADA));
        }
    }
}
