package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.transport.SourceState;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is a process, against real processes. */
@Timeout(60)
@SuppressWarnings("try") // worlds are only held
final class StdioTest {

    static McpSource source(String modes) {
        return McpTools.stdio("srv", EchoServer.command(modes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "modern",
                "version=2025-03-26",
                "version=2025-06-18",
                "banner",
                "chatty-stderr",
                "close-stderr",
                "die-on-probe"
            })
    void call_comesBack_inEachEra_andPastAllNoise(String modes) {
        try (World world = new World(source(modes))) {
            assertThat(world.result("srv.echo", "{\"text\":\"Grüße 世界\"}")).isEqualTo(Json.string("Grüße 世界"));
            assertThat(world.runtime.sources()).containsEntry("srv", SourceState.READY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
    void version_isTheOneThatTheServerSpeaks(String version) {
        McpSource source = source(version.equals("2026-07-28") ? "modern" : "version=" + version);
        try (World world = new World(source)) {
            assertThat(source.protocolVersion()).contains(version);
        }
    }

    @Test
    void serverThatIsSilentAboutTheNewestVersion_isAskedForAnOlderOne() {
        McpSource source = source("silent-probe").limits(McpLimits.STANDARD.probe(Duration.ofMillis(1500)));
        try (World world = new World(source)) {
            assertThat(source.protocolVersion()).contains("2025-11-25");
        }
    }

    @Test
    void serverOfTheNewestEra_thatIsSlowToSaySo_isAskedOnceMore() {
        McpSource source = source("modern,late").limits(McpLimits.STANDARD.probe(Duration.ofMillis(1500)));
        try (World world = new World(source)) {
            assertThat(source.protocolVersion()).contains("2026-07-28");
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
        }
    }

    @Test
    void versionThatNobodyKnows_isACleanFailure() {
        McpSource source = source("version=1999-01-01").limits(McpLimits.STANDARD.restarts(0));
        assertThatThrownBy(() -> source.start(toolset -> {}))
                .isInstanceOf(McpException.class)
                .hasMessageContaining("1999-01-01")
                .extracting(e -> ((McpException) e).code())
                .isEqualTo(McpException.VERSION_UNSUPPORTED);
        assertThat(source.state()).isEqualTo(SourceState.DOWN);
        source.close();
    }

    @Test
    void serverThatNeverAnswers_isGivenUpAfterItsTime() {
        McpSource source = source("silent")
                .limits(McpLimits.STANDARD.connect(Duration.ofMillis(2000)).restarts(0));
        assertThatThrownBy(() -> source.start(toolset -> {}))
                .extracting(e -> ((McpException) e).code())
                .isEqualTo(McpException.TIMEOUT);
        source.close();
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void serverThatDies_tellsItsStatusAndLastWords_withoutSecrets() {
        McpSource source = source("die-at-once").limits(McpLimits.STANDARD.restarts(0));
        assertThatThrownBy(() -> source.start(toolset -> {}))
                .hasMessageContaining("status 3")
                .hasMessageContaining("cannot find the license")
                .hasMessageNotContaining("hunter2");
        source.close();
    }

    @Test
    void programThatIsNotThere_isACleanFailure() {
        McpSource source = McpTools.stdio("srv", "/no/such/program").limits(McpLimits.STANDARD.restarts(0));
        assertThatThrownBy(() -> source.start(toolset -> {}))
                .isInstanceOf(McpException.class)
                .hasMessageContaining("/no/such/program");
        source.close();
    }

    @Test
    void answerThatIsTooLong_failsItsCall_andTheOthersGoOn() {
        McpSource source = source("plain").limits(McpLimits.STANDARD.messageBytes(1 << 16));
        try (World world = new World(source)) {
            String text = "x".repeat(1 << 16);
            ToolOutcome<Json> outcome = world.call("srv.echo", "{\"text\":\"" + text + "\"}");
            assertThat(((ToolOutcome.Unknown<Json>) outcome).error().message()).contains("more than 65536 bytes");
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            assertThat(source.statistics().starts()).isEqualTo(1);
        }
    }

    @Test
    void environment_isWhatWasGiven_andNothingElse() {
        McpSource source = source("plain").environment("GIVEN", "x y").inherit("PATH", "NOT_THERE_AT_ALL");
        try (World world = new World(source)) {
            Set<String> seen = world.result("srv.env", "{}").members().keySet();
            assertThat(seen).contains("GIVEN", "PATH").doesNotContain("HOME", "NOT_THERE_AT_ALL", "JAVA_HOME");
        }
        try (World world = new World(source("plain"))) {
            assertThat(world.result("srv.env", "{}").members()).isEmpty();
        }
    }

    @Test
    void serverThatDiesDuringACall_endsItAtOnce_inDoubt_andIsStartedAgain() {
        McpSource source = source("die-on-call");
        try (World world = new World(source)) {
            ToolOutcome<Json> outcome = world.call("srv.echo", "{}");
            assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
            String message = ((ToolOutcome.Unknown<Json>) outcome).error().message();
            assertThat(message).contains("status 139").contains("segmentation fault");
            await().until(() -> source.statistics().starts() >= 2 && source.state() == SourceState.READY);
        }
    }

    @Test
    void serverThatWentDown_keepsItsTools_unavailable() {
        McpSource source = source("die-on-call").limits(McpLimits.STANDARD.restarts(0));
        try (World world = new World(source)) {
            world.call("srv.echo", "{}");
            await().until(() -> source.state() == SourceState.DOWN);
            ToolOutcome<Json> outcome = world.call("srv.echo", "{}");
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().code()).isEqualTo(ErrorCode.TOOL_UNAVAILABLE);
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().outcomeKnown())
                    .isTrue();
            assertThat(source.trouble())
                    .hasValueSatisfying(why -> assertThat(why).contains("given up"));
        }
    }

    @Test
    void error_ofTheTool_isAFailureWithItsWords() {
        try (World world = new World(source("plain"))) {
            ToolOutcome<Json> outcome = world.call("srv.fail", "{\"text\":\"why\"}");
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().message()).isEqualTo("it is broken: why");
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().outcomeKnown())
                    .isTrue();
        }
    }

    @Test
    void argumentsThatDoNotFit_areRefusedBeforeTheyAreSent() {
        McpSource source = source("plain");
        try (World world = new World(source)) {
            ToolOutcome<Json> outcome = world.call("srv.echo", "{\"text\":5}");
            assertThat(((ToolOutcome.Failure<Json>) outcome).error().code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
            assertThat(source.statistics().calls()).isZero();
        }
    }

    @Test
    void callThatTakesTooLong_isGivenUp_andTheServerToldOnce() {
        McpSource source = source("log-requests")
                .policy(ToolPolicy.builder().timeout(Duration.ofMillis(300)).build());
        try (World world = new World(source)) {
            ToolOutcome<Json> outcome = world.call("srv.slow", "{}");
            assertThat(outcome).isInstanceOf(ToolOutcome.Unknown.class);
            await().until(() -> source.statistics().cancellations() == 1);
            assertThat(world.result("srv.echo", "{\"text\":\"after\"}")).isEqualTo(Json.string("after"));
        }
    }

    @Test
    void silence_endsACall_andProgressPutsThatOff() {
        McpSource source = source("plain")
                .limits(McpLimits.STANDARD.silence(Duration.ofMillis(1500)))
                .policy(ToolPolicy.builder().timeout(Duration.ofMinutes(1)).build());
        try (World world = new World(source)) {
            ToolOutcome<Json> silent = world.call("srv.slow", "{}");
            assertThat(((ToolOutcome.Unknown<Json>) silent).error().message())
                    .contains("did not answer tools/call in time");
            assertThat(world.result("srv.slow", "{\"text\":\"steps\"}")).isEqualTo(Json.string("done"));
        }
    }

    @Test
    void listThatChanges_replacesTheTools_onceForABurst() {
        McpSource source = source("changing");
        try (World world = new World(source)) {
            assertThat(names(source)).contains("echo").doesNotContain("added2");
            world.result("srv.change", "{}");
            await().until(() -> names(source).contains("added2"));
            assertThat(world.result("srv.added2", "{}").toString()).contains("added2");
        }
    }

    private static List<String> names(McpSource source) {
        return source.tools().stream().map(McpToolReport::remoteName).toList();
    }

    @Test
    void oddTools_areLeftOutWithAReason_andTheOthersLive() {
        McpSource source = source("odd");
        try (World world = new World(source)) {
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            assertThat(world.result("srv.any-of", "{\"x\":1}").toString()).contains("any-of");
            List<McpToolReport> out = source.tools().stream()
                    .filter(report -> !report.isRegistered())
                    .toList();
            assertThat(out)
                    .hasSize(6)
                    .allSatisfy(report -> assertThat(report.reason()).isNotBlank());
            assertThat(out.stream().map(McpToolReport::remoteName))
                    .contains("", "no-schema", "bad-schema", "echo", "network");
        }
    }

    @Test
    void toolThatAServerKeepsForItsPages_isNotOffered_andOneForBothSidesIs() {
        McpSource source = source("wild");
        try (World world = new World(source)) {
            assertThat(world.call("srv.app-only", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
            assertThat(world.call("srv.app-model-only", "{}")).isInstanceOf(ToolOutcome.Success.class);
            assertThat(source.tools().stream().filter(report -> !report.isRegistered()))
                    .singleElement()
                    .satisfies(report -> assertThat(report.reason()).contains("keeps it from models"));
        }
    }

    @Test
    void allPages_areRead_alsoBehindAnEmptyCursor() {
        McpSource source = source("pages");
        try (World world = new World(source)) {
            assertThat(names(source)).contains("echo", "last");
        }
    }

    @Test
    void pagesThatGoInACircle_areAnInvalidResponse() {
        McpSource source = source("circle").limits(McpLimits.STANDARD.restarts(0));
        assertThatThrownBy(() -> source.start(toolset -> {}))
                .hasMessageContaining("circle")
                .extracting(e -> ((McpException) e).code())
                .isEqualTo(McpException.INVALID_RESPONSE);
        source.close();
    }

    @Test
    void pagesWithoutEnd_areCutOff_andTheSourceSaysSo() {
        McpSource source = source("endless-pages").limits(McpLimits.STANDARD.list(5, 512));
        try (World world = new World(source)) {
            assertThat(source.tools()).hasSize(5);
            assertThat(source.state()).isEqualTo(SourceState.DEGRADED);
            assertThat(source.trouble())
                    .hasValueSatisfying(why -> assertThat(why).contains("more than is taken"));
        }
    }

    @Test
    void manyCallsAtOnce_getTheirOwnAnswers() throws Exception {
        try (World world = new World(source("plain"))) {
            ExecutorService callers = Executors.newFixedThreadPool(20);
            List<Callable<Json>> calls = IntStream.range(0, 200)
                    .<Callable<Json>>mapToObj(i -> () -> world.result("srv.echo", "{\"text\":\"" + i + "\"}"))
                    .toList();
            List<Future<Json>> answers = callers.invokeAll(calls);
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo(Json.string(String.valueOf(i)));
            }
            callers.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "deaf", "grandchild", "chatty-stderr"})
    void close_leavesNoProcessAndNoThread(String modes) {
        McpSource source = source(modes).inherit("PATH");
        source.start(toolset -> {});
        assertThat(ProcessHandle.current().descendants()).isNotEmpty();
        source.close();
        source.close();
        await().until(() -> ProcessHandle.current().descendants().noneMatch(ProcessHandle::isAlive));
        await().until(() -> threads().isEmpty());
        assertThat(source.state()).isEqualTo(SourceState.DOWN);
        assertThatThrownBy(() -> source.start(toolset -> {})).hasMessageContaining("closed");
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("harbor-mcp") && !name.equals("harbor-mcp-timer"))
                .collect(Collectors.toSet());
    }

    @Test
    void serverThatNamesItselfOtherwise_isRefused() {
        McpSource source = source("name=evil").expectServer("good").limits(McpLimits.STANDARD.restarts(0));
        assertThatThrownBy(() -> source.start(toolset -> {}))
                .extracting(e -> ((McpException) e).code())
                .isEqualTo(McpException.IDENTITY_MISMATCH);
        source.close();
    }

    @Test
    void reconnects_leaveNoProcessAndNoThreadBehind() {
        McpSource source = McpTools.stdio("srv", ShellServer.command());
        source.start(toolset -> {});
        int threads = threads().size();
        for (int i = 0; i < 50; i++) {
            source.reconnect();
        }
        assertThat(source.statistics().starts()).isEqualTo(51);
        await().until(() -> ProcessHandle.current()
                        .descendants()
                        .filter(ProcessHandle::isAlive)
                        .count()
                == 1);
        await().until(() -> threads().size() <= threads);
        assertThat(source.state()).isEqualTo(SourceState.READY);
        source.close();
    }

    @Test
    void tool_hasItsNameSchemaSourceAndTransport() {
        try (World world = new World(source("plain"))) {
            assertThat(world.runtime.catalog().snapshot().tools().stream()
                            .map(tool -> tool.definition())
                            .filter(tool -> tool.id().name().equals("srv.echo")))
                    .singleElement()
                    .satisfies(tool -> {
                        assertThat(tool.source()).isEqualTo("srv");
                        assertThat(tool.transport()).isEqualTo(dev.harbor.tool.TransportKind.MCP);
                        assertThat(tool.description()).isEqualTo("Tool echo");
                        assertThat(tool.inputSchema().at("/properties/text/type"))
                                .contains(Json.string("string"));
                    });
        }
    }

    @Test
    void restarts_comeEverLater_andAfterAGoodTimeAtOnce() {
        assertThat(java.util.stream.IntStream.range(0, 12).mapToObj(Pauses::after))
                .isSorted()
                .startsWith(Duration.ZERO, Duration.ofMillis(250), Duration.ofMillis(500))
                .endsWith(Duration.ofSeconds(60));
    }
}
