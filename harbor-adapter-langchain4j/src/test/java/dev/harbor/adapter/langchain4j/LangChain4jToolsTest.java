package dev.harbor.adapter.langchain4j;

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
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LangChain4jToolsTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");

    private final Desk desk = new Desk();
    private HarborRuntime runtime = runtime(LangChain4jTools.of(desk));

    @AfterEach
    void close() {
        runtime.close();
    }

    public record Range(LocalDate from, Optional<LocalDate> to) {}

    public static final class Desk {

        final AtomicInteger calls = new AtomicInteger();

        @dev.langchain4j.agent.tool.Tool("Greets somebody")
        public String greet(String name, @ToolMemoryId String memory) {
            calls.incrementAndGet();
            return "hello " + name + " of " + memory;
        }

        @dev.langchain4j.agent.tool.Tool(name = "count.days", value = "Counts days")
        public long count(@P("from when to when") Range range) {
            return range.to()
                    .map(to -> to.toEpochDay() - range.from().toEpochDay())
                    .orElse(0L);
        }

        @dev.langchain4j.agent.tool.Tool
        public String flaky() throws IOException {
            if (calls.incrementAndGet() == 1) {
                throw new IOException("once");
            }
            return "at the second attempt";
        }

        @dev.langchain4j.agent.tool.Tool
        public String fail() throws IOException {
            throw new IOException("the message of the disk");
        }

        @dev.langchain4j.agent.tool.Tool
        public String defaults(
                @P(value = "how many", required = false, defaultValue = "3") int many,
                @P(value = "a word", required = false) String word,
                InvocationParameters who) {
            return many + " " + word + " " + who.get("user");
        }
    }

    public static final class Later {

        @dev.langchain4j.agent.tool.Tool
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
        Tool<?, ?> days = named(LangChain4jTools.of(desk), "count.days");
        assertThat(days.definition().description()).isEqualTo("Counts days");
        assertThat(days.definition().effect()).isEqualTo(SideEffect.STATEFUL);
        assertThat(days.definition().isEffectDeclared()).isFalse();
        assertThat(days.definition().inputSchema().at("/properties/range/description"))
                .hasValue(Json.of("from when to when"));
        assertThat(LangChain4jTools.of(desk))
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
                .tools(LangChain4jTools.of(desk).stream()
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
                .isThrownBy(() -> LangChain4jTools.of(new Later()))
                .withMessageContaining("answers before the work is done");
    }

    @Test
    void object_withoutMarks_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> LangChain4jTools.of("no tools"))
                .withMessageContaining("no method with @");
    }

    @Test
    void parameter_thatIsNotRequired_mayBeAbsent_andADefaultTakesItsPlace() {
        assertThat(call("defaults", "{}").orThrow()).isEqualTo(Json.of("3 null ada"));
        assertThat(call("defaults", "{\"many\":4,\"word\":\"x\"}").orThrow()).isEqualTo(Json.of("4 x ada"));
    }

    @Test
    void executor_isHeldToItsSpecification_andKeepsItsDecoder() {
        Method method = Arrays.stream(Desk.class.getMethods())
                .filter(each -> each.getName().equals("greet"))
                .findFirst()
                .orElseThrow();
        ToolSpecification specification = ToolSpecifications.toolSpecificationFrom(method);
        ToolExecutor executor = new DefaultToolExecutor(desk, method);
        runtime.close();
        runtime = runtime(List.of(LangChain4jTools.of(specification, executor)));

        assertThat(call("greet", "{\"name\":\"Bo\"}").orThrow()).isEqualTo(Json.of("hello Bo of s1"));
        assertThat(code(call("greet", "{}"))).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(desk.calls).hasValue(1);
    }

    /** Is made of itself. */
    public record Tree(String name, List<Tree> children) {}

    public static final class Gardener {

        @dev.langchain4j.agent.tool.Tool
        public String grow(Tree tree) {
            return tree.name() + tree.children().size();
        }
    }

    @Test
    void specification_thatRefersToItself_isHeld() throws NoSuchMethodException {
        Method method = Gardener.class.getMethod("grow", Tree.class);
        runtime.close();
        runtime = runtime(List.of(LangChain4jTools.of(
                ToolSpecifications.toolSpecificationFrom(method), new DefaultToolExecutor(new Gardener(), method))));

        assertThat(call("grow", "{\"tree\":{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}}")
                        .orThrow())
                .isEqualTo(Json.of("a1"));
        assertThat(code(call("grow", "{\"tree\":{\"name\":\"a\",\"children\":[{\"name\":5,\"children\":[]}]}}")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void resultOfAnExecutor_isJsonWhereItIs_andTextElsewhere() {
        ToolSpecification any = ToolSpecification.builder().name("any").build();
        runtime.close();
        runtime = runtime(List.of(LangChain4jTools.of(any, (request, memory) -> request.arguments())));
        assertThat(call("any", "{\"a\":1}").orThrow()).isEqualTo(Json.parse("{\"a\":1}"));

        runtime.close();
        runtime = runtime(List.of(LangChain4jTools.of(any, (request, memory) -> "[not json")));
        assertThat(call("any", "{}").orThrow()).isEqualTo(Json.of("[not json"));
    }
}
