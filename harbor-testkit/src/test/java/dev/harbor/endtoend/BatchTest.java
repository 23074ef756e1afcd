package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.ToolRequest;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A batch ends when each of its calls has ended, and says of each how. */
final class BatchTest {

    private static final Json ARGUMENTS = Json.of(Map.of("text", "a"));

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
}
