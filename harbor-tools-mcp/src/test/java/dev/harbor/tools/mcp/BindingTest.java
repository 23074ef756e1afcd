package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.Provenance;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the host says of a tool holds, and what the server says does not. */
@Timeout(60)
@SuppressWarnings("try") // worlds are only held
final class BindingTest {

    private final HttpPeer peer = new HttpPeer("modern");

    @AfterEach
    void stop() {
        peer.close();
    }

    private static ToolDefinition definition(World world, String name) {
        return tool(world, name).definition();
    }

    private static Tool<?, ?> tool(World world, String name) {
        return world.runtime.catalog().snapshot().tools().stream()
                .filter(tool -> tool.id().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void hints_neverDecideTheEffect() {
        McpSource source = StdioTest.source("plain");
        try (World world = new World(source)) {
            assertThat(definition(world, "srv.echo").effect()).isEqualTo(SideEffect.EXTERNAL);
            assertThat(definition(world, "srv.echo").hints().safetyNotes()).isNull();
        }
        try (World world = new World(StdioTest.source("plain").trusted())) {
            assertThat(definition(world, "srv.echo").effect()).isEqualTo(SideEffect.EXTERNAL);
            assertThat(definition(world, "srv.echo").hints().safetyNotes()).contains("it only reads");
        }
    }

    @Test
    void binding_givesIdEffectPolicyAndDescription() {
        ToolPolicy policy = ToolPolicy.builder().noRetry().build();
        McpSource source = peer.source()
                .bind(McpBinding.of("echo")
                        .id(ToolId.of("workspace.read", "v3"))
                        .effect(SideEffect.READ)
                        .policy(policy)
                        .description("Reads a file"));
        try (World world = new World(source)) {
            ToolDefinition bound = definition(world, "workspace.read");
            assertThat(bound.id().version()).isEqualTo("v3");
            assertThat(bound.effect()).isEqualTo(SideEffect.READ);
            assertThat(bound.description()).isEqualTo("Reads a file");
            assertThat(world.result("workspace.read", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            assertThat(peer.seen("tools/call").get(0).body().at("/params/name")).contains(Json.string("echo"));
        }
    }

    @Test
    void pin_holdsAsLongAsTheServerSaysTheSame() {
        McpSource looked = peer.source();
        String digest;
        try (World world = new World(looked)) {
            digest = looked.tools().get(0).digest();
        }
        try (World world = new World(peer.source().bind(McpBinding.of("echo").pin(digest)))) {
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
        }
        McpSource other = peer.source().bind(McpBinding.of("echo").pin("0".repeat(64)));
        try (World world = new World(other)) {
            assertThat(world.call("srv.echo", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
            assertThat(other.tools().get(0).reason()).contains(digest);
        }
    }

    @Test
    void identity_isToldToATrustedServerOnly() {
        try (World world = new World(peer.source().trusted())) {
            world.result("srv.echo", "{}");
            Json meta =
                    peer.seen("tools/call").get(0).body().at("/params/_meta").orElseThrow();
            assertThat(meta.get("dev.harbor/tenant")).contains(Json.string("acme"));
            assertThat(meta.get("dev.harbor/user")).contains(Json.string("ada"));
            assertThat(meta.get("dev.harbor/session")).contains(Json.string("s-1"));
        }
    }

    @Test
    void filters_leaveOutWhatTheHostDoesNotWant() {
        try (World world = new World(peer.source().without("echo"))) {
            assertThat(world.call("srv.echo", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
        }
        try (World world = new World(peer.source().boundOnly().bind(McpBinding.of("nothing")))) {
            assertThat(world.call("srv.echo", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
        }
        try (World world = new World(peer.source().only("echo"))) {
            assertThat(world.result("srv.echo", "{}")).isEqualTo(Json.NULL);
        }
    }

    @Test
    void bindingOfAToolThatIsNotListed_isToldAsTrouble() {
        McpSource source = peer.source().bind(McpBinding.of("gone"));
        try (World world = new World(source)) {
            assertThat(source.trouble())
                    .hasValueSatisfying(why -> assertThat(why).contains("gone"));
        }
    }

    @Test
    void twoSources_withToolsOfOneName_areBothReached() {
        McpSource one = McpTools.http("a_b", peer.uri()).allowLoopback();
        McpSource two = McpTools.http("a", peer.uri()).allowLoopback();
        McpSource clash = McpTools.http("third", peer.uri()).allowLoopback().alias("a_b");
        try (World world = new World(one, two, clash)) {
            assertThat(world.result("a_b.echo", "{\"text\":\"1\"}")).isEqualTo(Json.string("1"));
            assertThat(world.result("a.echo", "{\"text\":\"2\"}")).isEqualTo(Json.string("2"));
            String renamed = clash.tools().get(0).id().name();
            assertThat(renamed).startsWith("a_b.echo-");
            assertThat(world.result(renamed, "{\"text\":\"3\"}")).isEqualTo(Json.string("3"));
        }
    }

    @Test
    void evidence_isTakenFromDeclaredFieldsOfASuccess_andNothingElse() {
        Json result = Json.parse("{\"change\":{\"id\":17,\"path\":\"a.txt\"},\"check\":{\"state\":\"green\"}}");
        McpEvidence observed =
                McpEvidence.observed("change").externalId("change.id").data("change");
        assertThat(observed.of(result)).satisfies(claim -> {
            assertThat(claim.provenance()).isEqualTo(Provenance.OBSERVED);
            assertThat(claim.externalId()).isEqualTo("17");
            assertThat(claim.data()).isEqualTo(Json.parse("{\"id\":17,\"path\":\"a.txt\"}"));
        });
        McpEvidence verified = McpEvidence.verified("checked", "change.id", "check.state", "green");
        assertThat(verified.of(result).passed()).isTrue();
        assertThat(verified.of(result).subject().externalId()).isEqualTo("17");
        for (McpEvidence wrong : List.of(
                McpEvidence.observed("x").externalId("change.nothing"),
                McpEvidence.verified("x", "change", "check.state", "green"),
                McpEvidence.verified("x", "change.id", "check.state"))) {
            assertThatThrownBy(() -> wrong.of(result)).isInstanceOf(dev.harbor.tool.InvalidResult.class);
        }
    }

    @Test
    void settingsThatContradict_areRefused() {
        McpBinding binding = McpBinding.of("echo").id(ToolId.of("x.y"));
        assertThatThrownBy(() -> peer.source().bind(binding, McpBinding.of("echo")))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(
                        () -> peer.source().bind(binding, McpBinding.of("other").id(ToolId.of("x.y"))))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> McpBinding.of("echo").pin("abc")).isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> McpLimits.STANDARD.silence(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isError_thatGoesAway_isComeOver_andOneThatStays_usesUpTheAttempts() {
        McpSource source = StdioTest.source("plain")
                .policy(ToolPolicy.builder().maxAttempts(4).build())
                .bind(
                        McpBinding.of("flaky").effect(SideEffect.READ).retryableErrors(),
                        McpBinding.of("fail").effect(SideEffect.READ).retryableErrors());
        try (World world = new World(source)) {
            assertThat(world.result("srv.flaky", "{}")).isEqualTo(Json.string("at last"));
            assertThat(source.statistics().calls()).isEqualTo(3);
            assertThat(world.call("srv.fail", "{}")).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(source.statistics().calls()).isEqualTo(3 + 4);
        }
    }

    @Test
    void policyOfOneTool_isNotThatOfTheOthers() {
        ToolPolicy once = ToolPolicy.builder()
                .maxAttempts(1)
                .timeout(Duration.ofSeconds(20))
                .build();
        McpSource source = StdioTest.source("plain")
                .policy(ToolPolicy.builder().maxAttempts(3).build())
                .bind(
                        McpBinding.of("fail")
                                .effect(SideEffect.READ)
                                .retryableErrors()
                                .policy(once),
                        McpBinding.of("flaky").effect(SideEffect.READ).retryableErrors());
        try (World world = new World(source)) {
            assertThat(world.call("srv.fail", "{}")).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(source.statistics().calls()).isEqualTo(1);
            assertThat(world.result("srv.flaky", "{}")).isEqualTo(Json.string("at last"));
            assertThat(source.statistics().calls()).isEqualTo(1 + 3);
        }
    }

    @Test
    void withoutAPolicy_anAttemptHasAMinute_andTheRestIsTheRuntimes() {
        try (World world = new World(peer.source())) {
            assertThat(tool(world, "srv.echo").policy())
                    .isEqualTo(
                            ToolPolicy.builder().timeout(Duration.ofSeconds(60)).build());
        }
    }

    @Test
    void isError_ofAReadMarkedRetryable_isRepeatedByPolicy_andNoOther() {
        McpSource once = StdioTest.source("plain").bind(McpBinding.of("fail").effect(SideEffect.READ));
        try (World world = new World(once)) {
            world.call("srv.fail", "{}");
            assertThat(once.statistics().calls()).isEqualTo(1);
        }
        McpSource often = StdioTest.source("plain")
                .bind(McpBinding.of("fail")
                        .effect(SideEffect.READ)
                        .retryableErrors()
                        .policy(ToolPolicy.builder().maxAttempts(3).build()));
        try (World world = new World(often)) {
            ToolOutcome<Json> outcome = world.call("srv.fail", "{}");
            assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
            assertThat(often.statistics().calls()).isEqualTo(3);
        }
    }
}
