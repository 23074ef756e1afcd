package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.CredentialProvider;
import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.TransportConfig;
import dev.harbor.transport.TransportProviders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source that is configuration. */
@Timeout(60)
final class McpToolsProviderTest {

    private static ToolSource open(Map<String, Object> settings) {
        return open(Json.of(settings));
    }

    private static ToolSource open(Json settings) {
        CredentialProvider credentials = CredentialProvider.of(Map.of("KEY", "k3y-k3y-k3y"));
        return new McpToolsProvider(credentials).open(new TransportConfig(TransportKind.MCP, "srv", settings));
    }

    @Test
    void process_isStartedAsConfigured() {
        ToolSource source = open(Map.of(
                "command", List.of(EchoServer.command("plain")),
                "environment", Map.of("GIVEN", "yes"),
                "alias", "box",
                "tools",
                        Map.of(
                                "echo",
                                Map.of("name", "box.say", "effect", "read", "timeout_ms", 5000, "max_attempts", 1)),
                "without", List.of("slow")));
        try (World world = new World(source)) {
            assertThat(world.result("box.say", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            assertThat(world.result("box.env", "{}").get("GIVEN")).contains(Json.string("yes"));
            assertThat(world.runtime.catalog().snapshot().tools().stream()
                            .filter(tool -> tool.id().name().equals("box.say")))
                    .singleElement()
                    .satisfies(tool -> assertThat(tool.definition().effect()).isEqualTo(SideEffect.READ));
        }
    }

    @Test
    void serverOverHttp_isReachedAsConfigured() {
        try (HttpPeer peer = new HttpPeer("modern")) {
            ToolSource source = open(Map.of(
                    "url", peer.uri().toString(),
                    "allow_loopback", true,
                    "headers", Map.of("X-Plain", "p"),
                    "credentials", Map.of("X-Key", "KEY")));
            try (World world = new World(source)) {
                world.result("srv.echo", "{}");
                assertThat(peer.seen("tools/call").get(0).headers())
                        .containsEntry("x-plain", "p")
                        .containsEntry("x-key", "k3y-k3y-k3y");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"command\":[\"x\"],\"url\":\"https://h/\"}",
                "{\"command\":[]}",
                "{\"command\":[\"x\"],\"bearer\":\"KEY\"}",
                "{\"url\":\"https://h/\",\"inherit\":[\"PATH\"]}",
                "{\"url\":\"ftp://h/\"}",
                "{\"command\":[\"x\"],\"environment\":{\"A-B\":\"c\"}}",
                "{\"command\":[\"x\"],\"unknown\":1}",
                "{\"command\":[\"x\"],\"effect\":\"sometimes\"}",
                "{\"command\":[\"x\"],\"tools\":{\"t\":{\"pin\":\"abc\"}}}"
            })
    void settingsThatAreWrong_areRefused_namingTheSource(String settings) {
        assertThatThrownBy(() -> open(Json.parse(settings)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'srv'");
    }

    @Test
    void provider_isFoundByItsKind() {
        TransportProviders found = TransportProviders.of().discover(getClass().getClassLoader());
        assertThat(found.provider(TransportKind.MCP)).isInstanceOf(McpToolsProvider.class);
    }

    @Test
    void nothing_isNullWhereItMustNotBe() {
        McpSource source = McpTools.stdio("srv", "x");
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls = List.of(
                () -> McpTools.stdio(null, "x"),
                () -> McpTools.http("x", null),
                () -> source.alias(null),
                () -> source.bind((McpBinding) null),
                () -> source.only((String) null),
                () -> source.without((String) null),
                () -> source.effect(null),
                () -> source.policy(null),
                () -> source.expectServer(null),
                () -> source.limits(null),
                () -> source.sampling(null),
                () -> source.roots((java.nio.file.Path) null),
                () -> source.environment("A", (String) null),
                () -> source.environment(null, "x"),
                () -> source.inherit((String) null),
                () -> source.workingDirectory(null),
                () -> source.header(null, "x"),
                () -> source.credential("x", null),
                () -> source.bearer(null),
                () -> source.credentials(null),
                () -> source.authorization(null),
                () -> source.allowNetwork(null),
                () -> source.start(null),
                () -> source.onState(null),
                () -> McpBinding.of(null),
                () -> McpBinding.of("x").id(null),
                () -> McpBinding.of("x").effect(null),
                () -> McpBinding.of("x").policy(null),
                () -> McpBinding.of("x").description(null),
                () -> McpBinding.of("x").evidence(null),
                () -> McpBinding.of("x").loading(null),
                () -> McpBinding.of("x").pin(null),
                () -> McpEvidence.observed(null),
                () -> McpEvidence.observed("x").data(null),
                () -> McpEvidence.observed("x").externalId(null),
                () -> McpEvidence.verified("x", null, "y"),
                () -> new McpToolsProvider(null),
                () -> new McpToolsProvider().open(null),
                () -> new McpToolReport(null, null, "x", null));
        for (int i = 0; i < calls.size(); i++) {
            assertThatThrownBy(calls.get(i)).as("call " + i).isInstanceOf(NullPointerException.class);
        }
    }
}
