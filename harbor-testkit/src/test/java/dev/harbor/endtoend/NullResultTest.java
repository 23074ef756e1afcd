package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.Evidence;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.TypeRef;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.policy.Validation;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.annotation.AnnotatedTools;
import dev.harbor.tool.annotation.HarborTool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A handler that returns null where a result belongs is at fault itself: whatever face it has, and whatever its effect is. */
@SuppressWarnings("NullAway") // the point of the tests
final class NullResultTest {

    private static final Json ARGUMENTS = Json.of(Map.of("text", "a"));

    private final List<HarborEvent> events = events();
    private final AtomicInteger invocations = new AtomicInteger();

    /** Methods that return null. */
    public static class Methods {

        private final AtomicInteger invocations;

        Methods(AtomicInteger invocations) {
            this.invocations = invocations;
        }

        /** Says that it returns a text. */
        @HarborTool(name = "null.method")
        public String method(String text) {
            invocations.incrementAndGet();
            return null;
        }

        /** Says that it returns an output. */
        @HarborTool(name = "null.output_method")
        public ToolOutput<String> outputMethod(String text) {
            invocations.incrementAndGet();
            return null;
        }

        /** Returns an output without a value. */
        @HarborTool(name = "null.output_value_method")
        public ToolOutput<String> outputValueMethod(String text) {
            invocations.incrementAndGet();
            return ToolOutput.of(null);
        }

        /** Returns a list that has a hole. */
        @HarborTool(name = "null.element_method")
        public List<String> elementMethod(String text) {
            invocations.incrementAndGet();
            return Arrays.asList(text, null);
        }
    }

    private <O> O none() {
        invocations.incrementAndGet();
        return null;
    }

    private List<Tool<?, ?>> tools() {
        Json schema = Codec.of(Text.class).schema();
        ToolDefinition open =
                ToolDefinition.builder(ToolId.of("null.json"), schema).build();
        ToolDefinition closed = ToolDefinition.builder(ToolId.of("null.checked_json"), schema)
                .outputSchema(schema)
                .build();
        List<Tool<?, ?>> tools = new ArrayList<>(AnnotatedTools.of(new Methods(invocations)));
        tools.addAll(List.of(
                Tool.of("null.function", Text.class, Text.class, text -> this.<Text>none()),
                Tool.of("null.handler", Text.class, Text.class, (text, context) -> this.<Text>none()),
                Tool.of(
                        "null.generic",
                        new TypeRef<Text>() {},
                        new TypeRef<List<String>>() {},
                        text -> this.<List<String>>none()),
                Tool.of(
                        "null.optional",
                        new TypeRef<Text>() {},
                        new TypeRef<Optional<String>>() {},
                        text -> this.<Optional<String>>none()),
                Tool.over(
                        "null.codec",
                        Codec.of(Text.class),
                        Codec.custom(
                                Text.class, Json.parse("{}"), json -> new Text(""), value -> Json.of(value.text())),
                        (text, context) -> this.<Text>none()),
                Tool.of("null.any", Text.class, Json.class, text -> this.<Json>none()),
                Tool.json("null.json_function", schema, json -> this.<Json>none()),
                Tool.json(open, (json, context) -> this.<ToolOutput<Json>>none()),
                Tool.json(closed, (json, context) -> ToolOutput.of(this.<Json>none())),
                Tool.producing("null.output", Text.class, Text.class, (text, context) -> this.<ToolOutput<Text>>none()),
                Tool.producing(
                        "null.value", Text.class, Text.class, (text, context) -> ToolOutput.of(this.<Text>none())),
                Tool.producing(
                        "null.block",
                        Text.class,
                        Text.class,
                        (text, context) ->
                                new ToolOutput<>(text, Arrays.asList(this.<ToolOutput.Block>none()), List.of())),
                Tool.producing(
                        "null.blocks",
                        Text.class,
                        Text.class,
                        (text, context) -> new ToolOutput<>(text, this.<List<ToolOutput.Block>>none(), List.of())),
                Tool.producing(
                        "null.block_type",
                        Text.class,
                        Text.class,
                        (text, context) ->
                                ToolOutput.of(text).block(this.<String>none(), java.io.InputStream::nullInputStream)),
                Tool.producing(
                        "null.block_content",
                        Text.class,
                        Text.class,
                        (text, context) -> ToolOutput.of(text).block("text/plain", this.<ToolOutput.Content>none())),
                Tool.producing(
                        "null.opened_block",
                        Text.class,
                        Text.class,
                        (text, context) -> ToolOutput.of(text).block("text/plain", this::none)),
                Tool.producing(
                        "null.evidence",
                        Text.class,
                        Text.class,
                        (text, context) -> ToolOutput.of(text).evidence(this.<Evidence>none()))));
        return tools;
    }

    @ParameterizedTest
    @EnumSource(SideEffect.class)
    void result_thatIsNull_isTheToolsFault_withAKnownOutcome_andIsNotRetried(SideEffect effect) {
        for (Validation validation : Validation.values()) {
            for (Tool<?, ?> tool : tools()) {
                ToolPolicy policy = ToolPolicy.builder()
                        .maxAttempts(3)
                        .backoff(Backoff.NONE)
                        .validation(validation)
                        .build();
                requireBlamed(tool.effect(effect).idempotent().policy(policy));
            }
        }
    }

    private void requireBlamed(Tool<?, ?> tool) {
        invocations.set(0);
        events.clear();
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            ToolOutcome<Json> outcome = runtime.as(ADA).call(tool.id().name(), ARGUMENTS);
            assertThat(outcome).as("%s", tool).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
                assertThat(failure.error().code()).isEqualTo(ErrorCode.INVALID_RESULT);
                assertThat(failure.error().outcomeKnown()).isTrue();
                assertThat(failure.error().isRetryable()).isFalse();
                assertThat(failure.error().message()).doesNotContain("stage");
                assertThat(failure.call().attempts()).isEqualTo(1);
            });
            assertThat(invocations).as("%s", tool).hasValue(1);
            assertThat(events.get(events.size() - 1).type()).isEqualTo("tool.failed");
        }
    }

    @Test
    void nothing_asTheDeclaredResult_isAResult() {
        Tool<Text, Void> silent = Tool.of("null.nothing", Text.class, Void.class, text -> this.<Void>none());
        try (HarborRuntime runtime = runtime(events).tools(silent).build()) {
            assertThat(runtime.as(ADA).call("null.nothing", ARGUMENTS).orThrow())
                    .isEqualTo(Json.NULL);
            ToolOutcome<@Nullable Void> typed = runtime.as(ADA).call(silent, new Text("a"));
            assertThat(typed.isSuccess()).isTrue();
            assertThat(typed.orThrow()).isNull();
        }
    }
}
