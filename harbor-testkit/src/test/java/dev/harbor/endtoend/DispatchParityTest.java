package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static dev.harbor.endtoend.Fixture.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.Verdict;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.CallEvent;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolInvoked;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every case ends in the same way by whatever door the call comes in. */
final class DispatchParityTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Json ARGUMENTS = Json.of(Map.of("text", "a"));

    /** What a call meets, and how it ends. */
    enum Case {
        SUCCESS("text.keep", ARGUMENTS, "succeeded", null, 1),
        EMPTY_RESULT("text.empty", ARGUMENTS, "succeeded", null, 1),
        HEAVY_RESULT("text.heavy", ARGUMENTS, "succeeded", null, 1),
        UNKNOWN_TOOL("text.kep", ARGUMENTS, "failed", "TOOL_NOT_FOUND", 0),
        MALFORMED_ARGUMENTS("text.keep", Json.lazy("{\"text\":"), "failed", "INVALID_ARGUMENTS", 0),
        WRONG_ARGUMENTS("text.keep", Json.of(Map.of("text", List.of())), "failed", "INVALID_ARGUMENTS", 0),
        DENIED("text.denied", ARGUMENTS, "denied", "tool_denied", 0),
        SCOPE_MISSING("text.scoped", ARGUMENTS, "denied", "scope_missing", 0),
        REFUSED("text.refuse", ARGUMENTS, "failed", "TOOL_FAILED", 1),
        FAILED_WITH_JSON("text.answer_in_error", ARGUMENTS, "failed", "TOOL_FAILED", 1),
        BROKEN("text.broken", ARGUMENTS, "failed", "TOOL_FAILED", 1),
        EXHAUSTED("text.flaky", ARGUMENTS, "failed", "RETRIES_EXHAUSTED", 3),
        WRONG_RESULT("text.lie", ARGUMENTS, "failed", "INVALID_RESULT", 1),
        NO_RESULT("text.none", ARGUMENTS, "failed", "INVALID_RESULT", 1),
        UNKNOWN_OUTCOME("text.lost", ARGUMENTS, "unknown", "TOOL_FAILED", 1);

        private final String tool;
        private final Json arguments;
        private final String status;
        private final @Nullable String code;
        private final int invocations;

        Case(String tool, Json arguments, String status, @Nullable String code, int invocations) {
            this.tool = tool;
            this.arguments = arguments;
            this.status = status;
            this.code = code;
            this.invocations = invocations;
        }

        private @Nullable ErrorCode errorCode() {
            return switch (status) {
                case "denied" -> ErrorCode.DENIED;
                case "unknown" -> ErrorCode.UNKNOWN_WRITE_OUTCOME;
                default -> code == null ? null : ErrorCode.of(code);
            };
        }
    }

    private final List<HarborEvent> events = events();
    private final AtomicInteger invocations = new AtomicInteger();
    private final AtomicReference<ToolOutcome<Json>> inner = new AtomicReference<>();

    @SuppressWarnings("NullAway") // a tool that hands back null is one of the cases
    private List<Tool<?, ?>> tools() {
        Json schema = Codec.of(Text.class).schema();
        ToolDefinition lying = ToolDefinition.builder(ToolId.of("text.lie"), schema)
                .outputSchema(Json.parse("{\"type\":\"integer\"}"))
                .build();
        ToolPolicy quick = ToolPolicy.builder()
                .maxAttempts(3)
                .backoff(Backoff.NONE)
                .noBreaker()
                .build();
        return List.of(
                reading("text.keep", text -> text),
                reading("text.empty", text -> new Text("")),
                reading("text.heavy", text -> new Text("x".repeat(40_000))),
                reading("text.denied", text -> text),
                reading("text.scoped", text -> text).authScopes("mail.send"),
                reading("text.refuse", text -> {
                    throw ToolFailed.permanent("closed on sundays");
                }),
                reading("text.answer_in_error", text -> {
                    throw ToolFailed.permanent("{\"text\":\"not a result\"}");
                }),
                reading("text.broken", text -> {
                    throw new IllegalStateException("token=abc");
                }),
                reading("text.flaky", text -> {
                            throw ToolFailed.of(ErrorCode.TOOL_FAILED, ErrorClass.SERVER, true, "503", null, null);
                        })
                        .policy(quick),
                Tool.json(lying, (arguments, context) -> {
                            invocations.incrementAndGet();
                            return ToolOutput.of(Json.of("seven"));
                        })
                        .effect(SideEffect.READ),
                reading("text.none", text -> null),
                reading("text.lost", text -> {
                            throw new IOException("connection reset");
                        })
                        .effect(SideEffect.WRITE));
    }

    private interface Code {
        Text apply(Text text) throws Exception;
    }

    private Tool<Text, Text> reading(String name, Code code) {
        return Tool.of(name, Text.class, Text.class, text -> {
                    invocations.incrementAndGet();
                    return code.apply(text);
                })
                .effect(SideEffect.READ);
    }

    private HarborRuntime open(Tool<?, ?>... more) {
        return runtime(events)
                .tools(tools())
                .tools(more)
                .access(request -> request.tool().id().name().equals("text.denied")
                        ? Verdict.deny("tool_denied", "")
                        : Verdict.allow())
                .build();
    }

    @ParameterizedTest
    @EnumSource(Case.class)
    void call_byName_beside_inABatchAndFromATool_endsTheSame(Case each) throws InterruptedException {
        Tool<Text, Text> outer = Tool.of("text.outer", Text.class, Text.class, (text, context) -> {
                    inner.set(context.call(each.tool, each.arguments));
                    return text;
                })
                .effect(SideEffect.PURE);
        try (HarborRuntime runtime = open(outer)) {
            assertEnd(each, runtime.as(ADA).call(each.tool, each.arguments));
            assertEnd(
                    each,
                    runtime.as(ADA)
                            .submit(each.tool, each.arguments)
                            .await(BOUND)
                            .orElseThrow());
            List<ToolOutcome<Json>> batch =
                    runtime.as(ADA).batch(List.of(ToolRequest.of(each.tool, each.arguments)), JoinPolicy.ALL);
            assertEnd(each, batch.get(0));
            runtime.as(ADA).call(outer, new Text("a")).orThrow();
            assertEnd(each, inner.get());
        }
        List<List<String>> told = told(each);
        assertThat(told).hasSize(4).allMatch(told.get(0)::equals);
        assertThat(invocations).hasValue(4 * each.invocations);
    }

    private static void assertEnd(Case each, ToolOutcome<Json> outcome) {
        assertThat(outcome.isSuccess()).isEqualTo(each.status.equals("succeeded"));
        assertThat(outcome.errorCode()).isEqualTo(each.errorCode());
        if (each == Case.HEAVY_RESULT) {
            assertThat(((ToolOutcome.Success<Json>) outcome).content()).isInstanceOf(ToolContent.Offloaded.class);
        }
        if (each == Case.FAILED_WITH_JSON) {
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().message())
                    .isEqualTo("{\"text\":\"not a result\"}");
        }
    }

    /** Returns the types of the events of each call of the case's tool. */
    private List<List<String>> told(Case each) {
        List<List<String>> told = new ArrayList<>();
        List<CallEvent> calls = events.stream()
                .filter(CallEvent.class::isInstance)
                .map(CallEvent.class::cast)
                .toList();
        for (CallEvent begun : calls) {
            if (begun instanceof ToolInvoked && begun.call().toolName().equals(each.tool)) {
                told.add(calls.stream()
                        .filter(event ->
                                event.call().callId().equals(begun.call().callId()))
                        .map(HarborEvent::type)
                        .toList());
            }
        }
        return told;
    }

    @ParameterizedTest
    @EnumSource(Case.class)
    void call_ofAPlanner_aloneAndBesideOthers_endsTheSame(Case each) {
        try (HarborRuntime runtime = open()) {
            Decision alone = Decision.call(each.tool, each.arguments);
            Decision beside = new Decision.CallParallel(
                    List.of(
                            ToolRequest.of("text.keep", ARGUMENTS),
                            ToolRequest.of(each.tool, each.arguments),
                            ToolRequest.of("text.keep", ARGUMENTS)),
                    JoinPolicy.ALL);
            for (Decision decision : List.of(alone, beside)) {
                RunResult result = runtime.as(ADA)
                        .start(RunRequest.goal("do it").planner(script(decision, Decision.finish(Json.NULL))))
                        .await(BOUND);
                List<Observation> seen = result.trajectory().steps().get(0).observations();
                Observation own = seen.get(seen.size() / 2);
                assertThat(own.status()).isEqualTo(each.status);
                assertThat(own.isSuccess()).isEqualTo(each.status.equals("succeeded"));
                assertThat(own.content().sizeBytes()).isBetween(2, 32 * 1024 - 1);
                if (each.code != null) {
                    assertThat(own.content().toString()).contains(each.code).doesNotContain("token");
                }
            }
        }
    }
}
