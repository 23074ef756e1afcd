package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.policy.Validation;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a policy says of validation, on both sides, and what no policy can switch off. */
final class ValidationTest {

    private static final Json SCHEMA = Json.parse(
            "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"],\"additionalProperties\":false}");

    private static final Json GOOD = Json.parse("{\"text\":\"a\"}");
    private static final Json BAD = Json.parse("{\"text\":7}");

    private final List<HarborEvent> events = events();
    private final AtomicInteger invocations = new AtomicInteger();

    private Tool<Json, Json> answering(Json answer, Validation validation) {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of("text.answer"), SCHEMA)
                .outputSchema(SCHEMA)
                .effect(SideEffect.PURE)
                .build();
        return Tool.json(definition, (arguments, context) -> {
                    invocations.incrementAndGet();
                    return ToolOutput.of(answer);
                })
                .policy(ToolPolicy.builder().validation(validation).build());
    }

    @ParameterizedTest
    @EnumSource(Validation.class)
    void eachSide_isCheckedWhereThePolicyWantsIt(Validation validation) {
        assertCall(answering(GOOD, validation), GOOD, null);
        assertCall(answering(GOOD, validation), BAD, validation.arguments() ? ErrorCode.INVALID_ARGUMENTS : null);
        assertCall(answering(BAD, validation), GOOD, validation.result() ? ErrorCode.INVALID_RESULT : null);
    }

    private void assertCall(Tool<Json, Json> tool, Json arguments, @Nullable ErrorCode expected) {
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            for (ToolOutcome<Json> outcome : List.of(
                    runtime.as(ADA).call("text.answer", arguments),
                    runtime.as(ADA).call(tool, arguments))) {
                assertThat(outcome.errorCode()).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Validation.class)
    void textThatIsNoJson_isRefusedOnEitherSide_whateverThePolicyWants(Validation validation) {
        for (String malformed : List.of("no json", "{\"text\":\"a\"", "{\"text\":\"a\"}{}", "{\"a\":1,\"a\":1}")) {
            assertCall(answering(GOOD, validation), Json.lazy(malformed), ErrorCode.INVALID_ARGUMENTS);
            assertThat(invocations).hasValue(0);
        }
        for (String malformed : List.of("", "no json", "{\"text\":\"a\"", "{\"text\":\"a\"}{}")) {
            assertCall(answering(Json.lazy(malformed), validation), GOOD, ErrorCode.INVALID_RESULT);
        }
        Tool<Text, Json> open = Tool.of("text.answer", Text.class, Json.class, text -> Json.lazy("no json"))
                .policy(ToolPolicy.builder().validation(validation).build());
        try (HarborRuntime runtime = runtime(events).tools(open).build()) {
            assertThat(runtime.as(ADA).call(open, new Text("a")).errorCode()).isEqualTo(ErrorCode.INVALID_RESULT);
        }
    }

    @ParameterizedTest
    @EnumSource(Validation.class)
    void valuesOfJava_areDecodedAndEncoded_whateverThePolicyWants(Validation validation) {
        Tool<Text, Text> typed = Tool.of("text.keep", Text.class, Text.class, text -> new Text(nothing()))
                .policy(ToolPolicy.builder().validation(validation).build());
        try (HarborRuntime runtime = runtime(events).tools(typed).build()) {
            assertThat(runtime.as(ADA).call("text.keep", BAD).errorCode()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
            assertThat(runtime.as(ADA).call("text.keep", GOOD).errorCode()).isEqualTo(ErrorCode.INVALID_RESULT);
        }
    }

    @SuppressWarnings("NullAway") // the point of the test
    private static String nothing() {
        return null;
    }

    @Test
    void malformedArguments_areBlamedAsSuch_withTheirPlace() {
        try (HarborRuntime runtime = runtime(events)
                .tools(answering(GOOD, Validation.BOTH), Fixture.echo())
                .build()) {
            for (String tool : List.of("text.answer", "text.echo")) {
                ToolOutcome<Json> outcome = runtime.as(ADA).call(tool, Json.lazy("no json"));
                assertThat(outcome)
                        .isInstanceOfSatisfying(
                                ToolOutcome.Failure.class,
                                failure -> assertThat(failure.error().message())
                                        .isEqualTo("malformed JSON at character 0: expected a value"));
            }
        }
    }
}
