package dev.harbor.adapter.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolCompleted;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.annotation.ToolParam;
import org.springframework.ai.tool.function.FunctionToolCallback;

final class SpringAiToolsTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");

    private final Desk desk = new Desk();
    private HarborRuntime runtime = runtime(SpringAiTools.ofMethods(desk));

    @AfterEach
    void close() {
        runtime.close();
    }

    public record Year(int number) {}

    public record Range(LocalDate from, Optional<LocalDate> to) {}

    public static final class Desk {

        final AtomicInteger calls = new AtomicInteger();

        @org.springframework.ai.tool.annotation.Tool(description = "Greets somebody")
        public String greet(String name, ToolContext context) {
            calls.incrementAndGet();
            return "hello " + name + " of " + context.getContext().get("session");
        }

        @org.springframework.ai.tool.annotation.Tool(name = "count.days", description = "Counts days")
        public long count(@ToolParam(description = "from when to when") Range range) {
            return range.to()
                    .map(to -> to.toEpochDay() - range.from().toEpochDay())
                    .orElse(0L);
        }

        @org.springframework.ai.tool.annotation.Tool
        public String flaky() throws IOException {
            if (calls.incrementAndGet() == 1) {
                throw new IOException("once");
            }
            return "at the second attempt";
        }

        @org.springframework.ai.tool.annotation.Tool
        public String fail() throws IOException {
            throw new IOException("the message of the disk");
        }

        @org.springframework.ai.tool.annotation.Tool
        public String optional(@ToolParam(required = false) String word) {
            return String.valueOf(word);
        }
    }

    public static final class Later {

        @org.springframework.ai.tool.annotation.Tool
        public CompletableFuture<String> later() {
            return new CompletableFuture<>();
        }
    }

    private static HarborRuntime runtime(List<Tool<?, ?>> tools) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .policy(ToolPolicy.builder().noRetry().build())
                .tools(tools.stream()
                        .<Tool<?, ?>>map(tool -> tool.effect(SideEffect.READ))
                        .toList())
                .build();
    }

    private ToolOutcome<Json> call(String tool, String arguments) {
        return runtime.as(ADA).call(tool, Json.lazy(arguments));
    }

    private static ErrorCode code(ToolOutcome<Json> outcome) {
        return ((ToolOutcome.Failure<Json>) outcome).error().code();
    }

    private static Tool<?, ?> named(List<Tool<?, ?>> tools, String name) {
        return tools.stream()
                .filter(tool -> tool.id().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void methods_becomeToolsWithTheirWords() {
        Tool<?, ?> days = named(SpringAiTools.ofMethods(desk), "count.days");
        assertThat(days.definition().description()).isEqualTo("Counts days");
        assertThat(days.definition().effect()).isEqualTo(SideEffect.STATEFUL);
        assertThat(days.definition().isEffectDeclared()).isFalse();
        assertThat(days.definition().inputSchema().at("/properties/range/description"))
                .hasValue(Json.of("from when to when"));
        assertThat(SpringAiTools.ofMethods(desk))
                .extracting(tool -> tool.id().name())
                .contains("greet", "count.days");
    }

    @Test
    void tool_isCalledWithTypedArguments_andItsResultIsTyped() {
        assertThat(call("count.days", "{\"range\":{\"from\":\"2026-01-01\",\"to\":\"2026-01-31\"}}")
                        .orThrow())
                .isEqualTo(Json.of(30));
        assertThat(call("count.days", "{\"range\":{\"from\":\"2026-01-01\"}}").orThrow())
                .isEqualTo(Json.of(0));
        assertThat(call("greet", "{\"name\":\"Bo\"}").orThrow()).isEqualTo(Json.of("hello Bo of s1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}",
                "{\"name\":null}",
                "null",
                "not json",
                "{\"name\":\"a\"}{\"name\":\"b\"}",
                "{\"name\":\"a\",\"name\":\"b\"}",
                "{\"name\":{\"x\":1}}",
                "{\"Name\":\"a\"}",
                "{\"name\":\"a\",\"more\":1}"
            })
    void arguments_areHeldToTheTypes(String arguments) {
        assertThat(code(call("greet", arguments))).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(desk.calls).hasValue(0);
    }

    @Test
    void tool_isUnderThePolicy_theAccess_andTheProvenanceOfAnyOther() {
        List<HarborEvent> events = new CopyOnWriteArrayList<>();
        try (HarborRuntime own = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .events(events::add)
                .policy(ToolPolicy.builder()
                        .maxAttempts(2)
                        .backoff(Backoff.fixed(Duration.ofMillis(1)))
                        .build())
                .access(RestrictionPolicy.builder().tools("flaky").build())
                .tools(SpringAiTools.ofMethods(desk).stream()
                        .<Tool<?, ?>>map(tool -> tool.effect(SideEffect.READ))
                        .toList())
                .build()) {
            assertThat(own.as(ADA).call("flaky", Json.EMPTY_OBJECT).orThrow())
                    .isEqualTo(Json.of("at the second attempt"));
            assertThat(own.as(ADA).call("fail", Json.EMPTY_OBJECT)).isInstanceOf(ToolOutcome.Denied.class);
        }

        assertThat(desk.calls).hasValue(2);
        assertThat(events)
                .filteredOn(ToolCompleted.class::isInstance)
                .singleElement()
                .satisfies(event -> {
                    CallProvenance call = ((ToolCompleted) event).call();
                    assertThat(call.identity()).isEqualTo(ADA);
                    assertThat(call.tool().orElseThrow()).hasToString("flaky@v1");
                });
    }

    @Test
    void exception_ofATool_isAFailedCall() {
        ToolError error = ((ToolOutcome.Failure<Json>) call("fail", "{}")).error();
        assertThat(error.code()).isEqualTo(ErrorCode.TOOL_FAILED);
        assertThat(error.message()).isEqualTo("the tool failed with IOException");
    }

    @Test
    void method_thatAnswersBeforeItsWorkIsDone_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SpringAiTools.ofMethods(new Later()))
                .withMessageContaining("answers before the work is done");
    }

    @Test
    void object_withoutMarks_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SpringAiTools.ofMethods("no tools"))
                .withMessageContaining("no method with @");
    }

    @Test
    void parameter_thatIsNotRequired_mayBeAbsent() {
        assertThat(call("optional", "{}").orThrow()).isEqualTo(Json.of("null"));
        assertThat(call("optional", "{\"word\":\"x\"}").orThrow()).isEqualTo(Json.of("x"));
    }

    @Test
    void callback_isHeldToItsSchema_andKeepsItsDecoder() {
        runtime.close();
        runtime = runtime(SpringAiTools.of(ToolCallbacks.from(desk)));

        assertThat(call("greet", "{\"name\":\"Bo\"}").orThrow()).isEqualTo(Json.of("hello Bo of s1"));
        assertThat(code(call("greet", "{}"))).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(desk.calls).hasValue(1);
        assertThat(code(call("fail", "{}"))).isEqualTo(ErrorCode.TOOL_FAILED);
    }

    @Test
    void callbackOfAFunction_isATool() {
        runtime.close();
        runtime = runtime(SpringAiTools.of(FunctionToolCallback.builder("next", (Year year) -> year.number() + 1)
                .description("Takes the next year")
                .inputType(Year.class)
                .build()));

        assertThat(call("next", "{\"number\":2026}").orThrow()).isEqualTo(Json.of(2027));
    }

    @Test
    void schema_thatIsNoJson_isAMatterOfConfiguration_andNamed() {
        var callback = FunctionToolCallback.builder("next", (Year year) -> year.number() + 1)
                .inputType(Year.class)
                .inputSchema("{\"type\":")
                .build();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SpringAiTools.of(callback))
                .withMessageContaining("the schema of 'next' is not JSON");
    }
}
