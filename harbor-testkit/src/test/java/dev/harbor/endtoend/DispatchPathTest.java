package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.echo;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static dev.harbor.endtoend.Fixture.terminal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.RestrictionPolicy;
import dev.harbor.access.ScopeGrants;
import dev.harbor.access.Verdict;
import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.endtoend.Fixture.Text;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.event.CallEvent;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolOutput;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Each stage of the path refuses in its turn, before the stages behind it, and every call tells one beginning and one end. */
final class DispatchPathTest {

    private final List<HarborEvent> events = events();
    private final AtomicInteger invocations = new AtomicInteger();

    private final Tool<Text, Text> tool = Tool.of("text.keep", Text.class, Text.class, text -> {
                invocations.incrementAndGet();
                return text;
            })
            .effect(SideEffect.READ);

    @Test
    void stages_areTheElevenOfTheDesign_inOrder() {
        try (HarborRuntime runtime = runtime(events).build()) {
            assertThat(runtime.stages())
                    .containsExactly(
                            "identity",
                            "resolve",
                            "arguments",
                            "access",
                            "credentials",
                            "intent",
                            "invoke",
                            "result",
                            "content",
                            "record",
                            "report");
        }
    }

    @Test
    void call_ofAGoodTool_succeeds() {
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            ToolOutcome<Json> outcome = runtime.as(ADA).call("text.keep", Json.parse("{\"text\":\"hi\"}"));
            assertThat(outcome.orThrow()).isEqualTo(Json.parse("{\"text\":\"hi\"}"));
            assertThat(runtime.as(ADA).call(tool, new Text("ho")).orThrow()).isEqualTo(new Text("ho"));
            assertThat(types()).containsExactly("tool.invoked", "tool.completed", "tool.invoked", "tool.completed");
        }
    }

    @Test
    void identity_missing_isRefusedFirst() {
        try (HarborRuntime runtime = runtime(events).build()) {
            assertThatThrownBy(() -> runtime.as(nullIdentity()))
                    .isInstanceOf(IdentityException.class)
                    .hasMessageContaining("tenant");
            assertThat(events).isEmpty();
        }
    }

    @SuppressWarnings("NullAway") // the point of the test
    private static Identity nullIdentity() {
        return null;
    }

    @Test
    void name_unknown_isRefusedWithNearNames_andNothingRuns() {
        try (HarborRuntime runtime = runtime(events)
                .tools(tool)
                .access(request -> Verdict.deny("never_asked", ""))
                .build()) {
            ToolOutcome<Json> outcome = runtime.as(ADA).call("text.kep", Json.lazy("not json"));
            assertFailure(outcome, ErrorCode.TOOL_NOT_FOUND);
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().message()).contains("text.keep");
            assertThat(types()).containsExactly("tool.invoked", "tool.failed");
        }
    }

    @Test
    void arguments_wrong_areRefusedBeforeThePolicyIsAsked() {
        AtomicInteger asked = new AtomicInteger();
        try (HarborRuntime runtime = runtime(events)
                .tools(tool)
                .access(request -> {
                    asked.incrementAndGet();
                    return Verdict.allow();
                })
                .build()) {
            for (String arguments : List.of("{}", "{\"text\":null}", "{\"text\":1}")) {
                ToolOutcome<Json> refused = runtime.as(ADA).call("text.keep", Json.parse(arguments));
                assertFailure(refused, ErrorCode.INVALID_ARGUMENTS);
                assertThat(((ToolOutcome.Failure<Json>) refused).error().violations())
                        .as(arguments)
                        .isNotEmpty()
                        .allSatisfy(
                                violation -> assertThat(violation.toString()).contains("text"));
            }
            for (String arguments : List.of(
                    "{\"text\":\"a\",\"more\":1}",
                    "[]",
                    "{\"text\":",
                    "{\"text\":\"a\"}{}",
                    "{\"text\":\"a\",\"text\":\"b\"}")) {
                assertFailure(runtime.as(ADA).call("text.keep", Json.lazy(arguments)), ErrorCode.INVALID_ARGUMENTS);
            }
            assertThat(asked).hasValue(0);
            assertThat(invocations).hasValue(0);
            assertThat(terminal(events)).extracting(HarborEvent::type).containsOnly("tool.invalid_args");
        }
    }

    @Test
    void arguments_wrong_costNoAttemptAndNoWait() {
        ManualClock clock = ManualClock.create();
        Tool<Text, Text> patient = tool.policy(ToolPolicy.builder()
                .maxAttempts(4)
                .backoff(Backoff.fixed(Duration.ofHours(1)))
                .build());
        try (HarborRuntime runtime =
                runtime(events).ticker(clock::nanoTime).tools(patient).build()) {
            ToolOutcome<Json> outcome = runtime.as(ADA).call("text.keep", Json.parse("{\"text\":1}"));
            assertFailure(outcome, ErrorCode.INVALID_ARGUMENTS);
            assertThat(outcome.call().attempts()).isZero();
            assertThat(outcome.call().elapsed()).isZero();
            assertThat(types()).containsExactly("tool.invoked", "tool.invalid_args");
        }
    }

    @Test
    void policy_denies_beforeScopesAreLookedAt() {
        Tool<Text, Text> scoped = tool.authScopes("mail.send").effect(SideEffect.WRITE);
        try (HarborRuntime runtime = runtime(events)
                .tools(scoped)
                .access(RestrictionPolicy.allowing(SideEffect.PURE, SideEffect.READ))
                .build()) {
            assertDenied(runtime.as(ADA).call("text.keep", Json.parse("{\"text\":\"a\"}")), "effect_denied");
            assertThat(invocations).hasValue(0);
            assertThat(types()).containsExactly("tool.invoked", "tool.denied");
        }
    }

    @Test
    void policy_thatThrows_failsTheCall() {
        try (HarborRuntime runtime = runtime(events)
                .tools(tool)
                .access(request -> {
                    throw new IllegalStateException("policy store is down");
                })
                .build()) {
            assertFailure(runtime.as(ADA).call("text.keep", Json.parse("{\"text\":\"a\"}")), ErrorCode.POLICY_FAILED);
            assertThat(invocations).hasValue(0);
        }
    }

    @Test
    void approval_whereNobodyCanWait_isADenial() {
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .tools(tool)
                .access(request -> Verdict.ask("really?"))
                .build()) {
            assertDenied(runtime.as(ADA).call("text.keep", Json.parse("{\"text\":\"a\"}")), "approval_required");
            assertThat(invocations).hasValue(0);
        }
    }

    @Test
    void scope_missing_isDenied_andHeldScopesPass() {
        Tool<Text, Text> scoped = tool.authScopes("mail.send");
        ScopeGrants grants = identity -> identity.equals(ADA) ? java.util.Set.of("mail.send") : java.util.Set.of();
        try (HarborRuntime runtime =
                runtime(events).tools(scoped).scopes(grants).build()) {
            assertDenied(runtime.as(Fixture.BOB).call("text.keep", Json.parse("{\"text\":\"a\"}")), "scope_missing");
            assertThat(runtime.as(Fixture.BOB).tools())
                    .noneMatch(shown -> shown.id().name().equals("text.keep"));
            assertThat(runtime.as(ADA)
                            .call("text.keep", Json.parse("{\"text\":\"a\"}"))
                            .isSuccess())
                    .isTrue();
            assertThat(runtime.as(ADA).tools())
                    .anyMatch(shown -> shown.id().name().equals("text.keep"));
        }
    }

    @Test
    void tool_thatSaysNo_failsWithItsOwnWords() {
        Tool<Text, Text> refusing = Tool.<Text, Text>of("text.refuse", Text.class, Text.class, text -> {
            throw ToolFailed.permanent("no such customer");
        });
        try (HarborRuntime runtime = runtime(events).tools(refusing).build()) {
            ToolOutcome<Text> outcome = runtime.as(ADA).call(refusing, new Text("x"));
            assertFailure(outcome, ErrorCode.TOOL_FAILED);
            assertThat(((ToolOutcome.Failure<Text>) outcome).error().message()).isEqualTo("no such customer");
            assertThat(types()).containsExactly("tool.invoked", "tool.attempted", "tool.failed");
        }
    }

    @Test
    void result_thatBreaksItsSchema_isTheToolsFault_andNotRetried() {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of("text.lie"), Json.parse("{\"type\":\"object\"}"))
                .outputSchema(Json.parse("{\"type\":\"integer\"}"))
                .effect(SideEffect.READ)
                .build();
        Tool<Json, Json> lying = Tool.json(definition, (input, context) -> {
            invocations.incrementAndGet();
            return ToolOutput.of(Json.parse("\"seven\""));
        });
        try (HarborRuntime runtime = runtime(events).tools(lying).build()) {
            assertFailure(runtime.as(ADA).call("text.lie", Json.EMPTY_OBJECT), ErrorCode.INVALID_RESULT);
            assertThat(invocations).hasValue(1);
            assertThat(types()).containsExactly("tool.invoked", "tool.failed");
        }
    }

    @Test
    void store_thatFails_failsTheCall_andNothingHeavyIsPassedOn() {
        Tool<Text, Text> heavy = Tool.of("text.heavy", Text.class, Text.class, text -> new Text("x".repeat(40_000)));
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.over(new BrokenStore()))
                .tools(heavy)
                .events(events::add)
                .build()) {
            ToolOutcome<Text> outcome = runtime.as(ADA).call(heavy, new Text("x"));
            assertFailure(outcome, ErrorCode.STORE_FAILED);
            assertThat(((ToolOutcome.Failure<Text>) outcome).error().message())
                    .hasSizeLessThan(500)
                    .doesNotContain("xxxx");
        }
    }

    @Test
    void sink_thatThrows_failsNoCall() {
        try (HarborRuntime runtime = runtime(events)
                .tools(echo())
                .events(event -> {
                    throw new IllegalStateException("listener is broken");
                })
                .build()) {
            assertThat(runtime.as(ADA)
                            .call("text.echo", Json.parse("{\"text\":\"a\"}"))
                            .isSuccess())
                    .isTrue();
            assertThat(types()).containsExactly("tool.invoked", "tool.completed");
        }
    }

    @Test
    void events_carryTheWholeProvenance() {
        try (HarborRuntime runtime = runtime(events).tools(tool).build()) {
            Json arguments = Json.parse("{\"text\":\"a\"}");
            runtime.as(ADA).call("text.keep", arguments);
            assertThat(events).hasSize(2).allSatisfy(event -> {
                assertThat(event.identity()).isEqualTo(ADA);
                CallEvent call = (CallEvent) event;
                assertThat(call.call().argumentsDigest()).isEqualTo(arguments.argumentsDigest());
            });
            CallEvent end = (CallEvent) events.get(1);
            assertThat(end.call().tool()).contains(ToolId.of("text.keep"));
            assertThat(end.call().definitionDigest()).contains(tool.definition().digest());
            assertThat(end.call().effect()).contains(SideEffect.READ);
            assertThat(end.call().callId())
                    .isEqualTo(((CallEvent) events.get(0)).call().callId());
        }
    }

    private List<String> types() {
        return events.stream().map(HarborEvent::type).toList();
    }

    private static void assertFailure(ToolOutcome<?> outcome, ErrorCode code) {
        assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
        assertThat(outcome.errorCode()).isEqualTo(code);
        assertThatThrownBy(outcome::orThrow).isInstanceOf(dev.harbor.tool.ToolException.class);
    }

    private static void assertDenied(ToolOutcome<?> outcome, String code) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Denied.class,
                        denied -> assertThat(denied.code()).isEqualTo(code));
    }

    /** A store whose medium is gone. */
    private static final class BrokenStore implements ArtifactStore {

        @Override
        public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) {
            throw gone();
        }

        @Override
        public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
            throw gone();
        }

        @Override
        public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
            throw gone();
        }

        @Override
        public boolean delete(ArtifactScope scope, ArtifactRef ref) {
            throw gone();
        }

        @Override
        public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
            throw gone();
        }

        @Override
        public long erase(ArtifactFilter filter) {
            throw gone();
        }

        @Override
        public void close() {}

        private static StoreException gone() {
            return new StoreException(ErrorCode.STORE_FAILED, "the disk is gone");
        }
    }
}
