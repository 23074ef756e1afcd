package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.EvidenceProjection;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent learns of identities and credentials what it has to, and no identity gets at what is another's. */
final class TrustTest {

    private FakeAgent agent;

    @BeforeEach
    void start() throws IOException {
        agent = FakeAgent.start(FakeAgent.Speech.NEW);
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    private Stream<FakeAgent.Asked> calls() {
        return agent.asked.stream().filter(each -> each.path().equals("/rpc/one"));
    }

    @Test
    void identity_isToldToATrustedAgentOnly() {
        try (World plain = World.of(agent);
                World trusting = World.of(agent, A2aTools.Builder::trusted)) {
            plain.result("echo");
            assertThat(calls()).allMatch(each -> each.header("X-Harbor-Tenant").isEmpty());
            trusting.result("echo");
            FakeAgent.Asked last = agent.asked.get(agent.asked.size() - 1);
            assertThat(last.header("X-Harbor-Tenant")).isEqualTo("acme");
            assertThat(last.header("X-Harbor-User")).isEqualTo("ada");
            assertThat(last.header("X-Harbor-Session")).isEqualTo("session-1");
        }
    }

    @Test
    void call_namesItsTrace() {
        try (World world = World.of(agent)) {
            world.result("echo");
            assertThat(calls())
                    .allMatch(each -> each.header("traceparent").matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]"));
        }
    }

    @Test
    void trace_thatAPropagatorKnows_goesOn() {
        ContextPropagator tracer = new ContextPropagator() {
            @Override
            public Snapshot capture() {
                return () -> {};
            }

            @Override
            public Map<String, String> traceHeaders() {
                return Map.of(
                        "traceparent",
                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
                        "tracestate",
                        "vendor=1");
            }
        };
        try (World world = World.of(agent, builder -> builder, host -> host.propagator(tracer))) {
            world.result("echo");
            assertThat(calls())
                    .isNotEmpty()
                    .allMatch(each ->
                            each.header("traceparent").equals("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")
                                    && each.header("tracestate").equals("vendor=1"));
        }
    }

    @Test
    void bearer_goesWithEachCall_andNeverWithTheCard() {
        agent.token = World.TOKEN;
        try (World world = World.of(agent, builder -> builder.bearer("TOKEN"))) {
            assertThat(World.text(world.result("drop"))).isEqualTo("first second");
            assertThat(agent.asked.stream().filter(each -> each.path().contains("well-known")))
                    .allMatch(each -> each.header("Authorization").isEmpty());
        }
    }

    @Test
    void schemeThatIsMapped_isUsed_asTheCardHasIt() {
        secured(List.of(Map.of("schemes", Map.of("key", Map.of("list", List.of())))));
        try (World world = World.of(agent, builder -> builder.credential("key", "TOKEN"))) {
            world.result("echo");
            assertThat(calls()).allMatch(each -> each.header("X-Key").equals(World.TOKEN));
        }
    }

    @Test
    void firstRequirementForWhichThereIsEverything_isMet() {
        secured(List.of(Map.of("key", List.of(), "odd", List.of()), Map.of("key", List.of())));
        try (World world =
                World.of(agent, builder -> builder.credential("key", "TOKEN").credential("odd", "TOKEN"))) {
            world.result("echo");
            assertThat(calls()).allMatch(each -> each.header("X-Key").equals(World.TOKEN));
        }
    }

    private void secured(List<Object> requirements) {
        agent.card = card -> {
            card.put(
                    "securitySchemes",
                    Map.of(
                            "key",
                            Map.of("apiKeySecurityScheme", Map.of("location", "header", "name", "X-Key")),
                            "odd",
                            Map.of("type", "quantum")));
            card.put("securityRequirements", requirements);
            return card;
        };
    }

    @Test
    void credentialThatIsNotThere_sendsNothing() {
        secured(List.of(Map.of("key", List.of())));
        try (World world = World.of(agent)) {
            ToolError error = world.error("echo");

            assertThat(error.code().value()).isEqualTo("CREDENTIAL_MISSING");
            assertThat(error.message()).contains("key").doesNotContain(World.TOKEN);
            assertThat(calls()).isEmpty();
        }
    }

    @Test
    void credentialThatIsRefused_isRenewedOnce_andTheMessageIsExecutedOnce() {
        agent.token = "the-second-token";
        AtomicInteger renewals = new AtomicInteger();
        CredentialProvider provider = new CredentialProvider() {
            @Override
            public Optional<Secret> find(String name, Identity identity) {
                return Optional.of(Secret.of(renewals.get() == 0 ? "the-first-token" : "the-second-token"));
            }

            @Override
            public boolean renew(String name, Identity identity, Secret refused) {
                return renewals.incrementAndGet() == 1;
            }
        };
        try (A2aAccess access = A2aAccess.builder()
                        .allowLoopback()
                        .credentials(provider)
                        .build();
                World world = World.of(agent, builder -> builder.access(access).bearer("TOKEN"))) {
            assertThat(World.text(world.result("echo renewed"))).isEqualTo("renewed");
            assertThat(renewals).hasValue(1);
            assertThat(agent.executed).hasSize(1);
        }
    }

    @Test
    void answer_isEvidence_ifTheEmbedderSaysWhichFieldsVouchForIt_andNotOtherwise() {
        EvidenceProjection seen =
                EvidenceProjection.observed("task").externalId("/task").build();
        try (World bound = World.of(agent, builder -> builder.evidence("do", seen));
                World plain = World.of(agent)) {
            ToolOutcome.Success<Json> claimed = (ToolOutcome.Success<Json>) bound.say("status done");
            ToolOutcome.Success<Json> unclaimed = (ToolOutcome.Success<Json>) plain.say("status done");

            assertThat(claimed.evidence())
                    .singleElement()
                    .satisfies(each -> assertThat(each.externalId())
                            .isEqualTo(claimed.value().get("task").orElseThrow().asString()));
            assertThat(unclaimed.evidence()).isEmpty();
        }
    }

    /** 192.0.2.1 is public and nobody's, so what is refused was never tried. */
    @Test
    void plainHttp_isForLoopbackOnly_andOtherSchemesForNobody() {
        try (A2aAccess access = A2aAccess.builder().allowLoopback().build();
                A2aTools loopback =
                        A2aTools.agent("a", agent.url()).access(access).build();
                A2aTools elsewhere = A2aTools.agent("b", "http://192.0.2.1/agents/one")
                        .access(access)
                        .build()) {
            loopback.start(toolset -> {});
            assertThatThrownBy(() -> elsewhere.start(toolset -> {})).hasMessageContaining("egress");
            for (String url : List.of("ftp://agents.example/one", "agents.example", "https://")) {
                assertThatThrownBy(() -> A2aTools.agent("c", url)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void secret_isInNoErrorAndNoEvent() {
        try (World world = World.of(agent, builder -> builder.bearer("TOKEN"))) {
            world.error("error -32602");
            world.result("echo " + World.TOKEN);

            assertThat(world.events.events().toString()).doesNotContain(World.TOKEN);
        }
    }

    @Test
    void conversation_isThatOfASession_andNoOther() {
        try (World world = World.of(agent)) {
            world.result("status one");
            world.result("status two");
            world.runtime
                    .as(Identity.of("acme", "bob", "session-1"))
                    .call("a_do", Json.of(Map.of("message", "status three")));

            List<String> contexts = agent.messages.stream()
                    .map(each ->
                            each.at("/message/contextId").map(Json::asString).orElse(""))
                    .toList();
            assertThat(contexts.get(0)).isEmpty();
            assertThat(contexts.get(1)).startsWith("ctx-");
            assertThat(contexts.get(2)).isEmpty();
        }
    }

    @Test
    void handleOfAnother_isNothing() {
        try (World world = World.of(agent, builder -> builder.questions(A2aQuestions.PLANNER))) {
            String handle = world.result("ask").get("continue").orElseThrow().asString();
            ToolOutcome<Json> outcome = world.runtime
                    .as(Identity.of("acme", "eve", "session-1"))
                    .call("a_do", Json.of(Map.of("message", "red", "continue", handle)));

            assertThat(World.error(outcome).code().value()).isEqualTo("INVALID_ARGUMENTS");
            assertThat(agent.task().received).isEmpty();
        }
    }

    @Test
    void refinementOfATaskThatIsOver_isANewTaskThatRefersToIt() {
        try (World world = World.of(agent)) {
            Json first = world.result("status one");
            world.ada()
                    .call(
                            "a_do",
                            Json.of(Map.of(
                                    "message",
                                    "status two",
                                    "continue",
                                    first.get("continue").orElseThrow())))
                    .orThrow();

            Json message = agent.messages.get(1).get("message").orElseThrow();
            assertThat(message.get("taskId")).isEmpty();
            assertThat(message.at("/referenceTaskIds/0")).isEqualTo(first.get("task"));
            assertThat(message.get("contextId")).isPresent();
        }
    }

    @Test
    void twoCallsOfOneSkill_haveTwoMessageIds() {
        try (World world = World.of(agent)) {
            world.result("echo same");
            world.result("echo same");

            assertThat(agent.executed).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void argumentsOfACall_becomeParts() throws Exception {
        try (World world = World.of(agent)) {
            String id = world.ada()
                    .artifacts("t")
                    .put(
                            "pixels".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            dev.harbor.artifact.ArtifactOptions.of("image/png").filename("p.png"))
                    .ref()
                    .toString();
            world.ada()
                    .call("a_do", Json.of(Map.of("message", "echo", "data", Map.of("n", 1), "files", List.of(id))))
                    .orThrow();

            Json message = agent.messages.get(0).get("message").orElseThrow();
            assertThat(message.at("/parts/0/text").orElseThrow().asString()).isEqualTo("echo");
            assertThat(message.at("/parts/1/data/n").orElseThrow().asInt()).isEqualTo(1);
            assertThat(message.at("/parts/2/raw").orElseThrow().asString()).isEqualTo(FakeAgent.base64("pixels"));
            assertThat(message.at("/parts/2/filename").orElseThrow().asString()).isEqualTo("p.png");
            assertThat(message.get("metadata").orElseThrow().toString()).contains(Attempt.SKILL_KEY);
        }
    }

    @Test
    void fileThatTheAgentDoesNotTake_isRefused_andNothingIsSent() {
        try (World world = World.of(agent)) {
            String id = world.ada()
                    .artifacts("t")
                    .put(new byte[3], dev.harbor.artifact.ArtifactOptions.of("video/mp4"))
                    .ref()
                    .toString();
            ToolOutcome<Json> outcome =
                    world.ada().call("a_do", Json.of(Map.of("message", "echo", "files", List.of(id))));

            assertThat(World.error(outcome).message()).contains("/files/0", "video/mp4", "image/png");
            assertThat(agent.messages).isEmpty();
        }
    }
}
