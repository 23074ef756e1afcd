package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.transport.SourceState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens while a server lives: it is killed, changes its list, says something else of its tools, and has neighbours. */
@Timeout(60)
final class ServerLifeTest {

    /** The status of a process that was killed, as the JVM tells it. */
    private static final String KILLED = "status 137";

    /** What other tests have left to die. */
    private final Set<ProcessHandle> before = children();

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }

    private ProcessHandle onlyChild() {
        List<ProcessHandle> children = children().stream()
                .filter(child -> child.isAlive() && !before.contains(child))
                .toList();
        assertThat(children).hasSize(1);
        return children.get(0);
    }

    private static List<String> names(McpSource source) {
        return source.tools().stream()
                .filter(McpToolReport::isRegistered)
                .map(McpToolReport::remoteName)
                .toList();
    }

    private static ToolDefinition definition(World world, String name) {
        return world.runtime.catalog().snapshot().tools().stream()
                .map(tool -> tool.definition())
                .filter(tool -> tool.id().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static FutureTask<ToolOutcome<Json>> calling(World world, String tool) {
        FutureTask<ToolOutcome<Json>> call = new FutureTask<>(() -> world.call(tool, "{}"));
        Thread thread = new Thread(call);
        thread.setDaemon(true);
        thread.start();
        return call;
    }

    /** Nothing that needs time can tell, since none passes: neither a limit nor a question that is asked now and then. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "grandchild"})
    void serverThatIsKilled_isSeenByItsEnd_whileNoTimePasses(String modes) throws Exception {
        ManualTicks ticks = new ManualTicks();
        CountDownLatch down = new CountDownLatch(1);
        try (McpSource source = StdioTest.source(modes).inherit("PATH").ticks(ticks)) {
            source.onState(state -> {
                if (state == SourceState.DOWN) {
                    down.countDown();
                }
            });
            source.start(toolset -> {});
            onlyChild().destroyForcibly();
            assertThat(down.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(source.trouble())
                    .hasValueSatisfying(why -> assertThat(why).contains(KILLED));
        }
    }

    @Test
    void serverThatIsKilled_inACall_endsIt_whileNoTimePasses() throws Exception {
        McpSource source = StdioTest.source("plain")
                .policy(ToolPolicy.builder().noTimeout().build())
                .ticks(new ManualTicks());
        try (World world = new World(source)) {
            FutureTask<ToolOutcome<Json>> held = calling(world, "srv.hold");
            await().until(() -> world.result("srv.heard", "{}").at("/calls/1").isPresent());
            onlyChild().destroyForcibly();
            assertThat(held.get(30, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ToolOutcome.Unknown.class,
                            unknown -> assertThat(unknown.error().message()).contains(KILLED));
        }
    }

    @Test
    void oneOfThreeServers_thatDies_isSeen_keepsItsTools_andHoldsUpNoOther() {
        McpSource first = StdioTest.source("plain").alias("first");
        McpSource mortal =
                McpTools.stdio("mortal", EchoServer.command("die-on-call")).limits(McpLimits.STANDARD.restarts(0));
        McpSource never = McpTools.stdio("never", "/no/such/program").limits(McpLimits.STANDARD.restarts(0));
        try (World world = new World(mortal, never, first)) {
            assertThat(world.call("mortal.echo", "{}")).isInstanceOf(ToolOutcome.Unknown.class);
            await().until(() -> mortal.state() == SourceState.DOWN);
            assertThat(world.runtime.sources())
                    .isEqualTo(Map.of("mortal", SourceState.DOWN, "never", SourceState.DOWN, "srv", SourceState.READY));
            assertThat(world.result("first.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            assertThat(definition(world, "mortal.echo").source()).isEqualTo("mortal");
            assertThat(world.call("mortal.echo", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_UNAVAILABLE);
        }
    }

    @Test
    void callInFlight_ofAToolThatGoes_keepsItsTool_whileTheListChangesTwice() throws Exception {
        McpSource source = StdioTest.source("changing");
        try (World world = new World(source)) {
            FutureTask<ToolOutcome<Json>> held = calling(world, "srv.hold");
            await().until(() -> source.statistics().calls() == 1);
            world.result("srv.change", "{}");
            await().until(() -> !names(source).contains("hold"));
            List<String> once = names(source);
            world.result("srv.change", "{}");
            await().until(() -> !names(source).equals(once));
            assertThat(world.call("srv.hold", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
            assertThat(held.isDone()).isFalse();
            world.result("srv.release", "{}");
            assertThat(held.get(30, TimeUnit.SECONDS).orThrow()).isEqualTo(Json.string("held"));
        }
    }

    @Test
    void toolThatIsPinned_andSaysSomethingElse_isLeftOut_andTheOthersLive() {
        McpSource looked = StdioTest.source("rewording");
        String digest;
        try (World world = new World(looked)) {
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            digest = looked.tools().get(0).digest();
        }
        McpSource source =
                StdioTest.source("rewording").bind(McpBinding.of("echo").pin(digest));
        try (World world = new World(source)) {
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            world.result("srv.change", "{}");
            await().until(() -> !names(source).contains("echo"));
            assertThat(source.tools().get(0).reason())
                    .contains(source.tools().get(0).digest());
            assertThat(world.call("srv.echo", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
            assertThat(world.result("srv.release", "{}")).isEqualTo(Json.string("released"));
        }
    }

    @Test
    void approval_ofAToolThatSaysSomethingElseSince_isAskedForAgain_andNothingIsSent() {
        McpSource source = StdioTest.source("rewording");
        ApprovalPolicy asking = ApprovalPolicy.builder().tools("srv.echo").build();
        try (World world = new World(host -> host.access(asking), source)) {
            ToolOutcome.Paused<Json> paused = (ToolOutcome.Paused<Json>) world.call("srv.echo", "{\"text\":\"x\"}");
            world.result("srv.change", "{}");
            await().until(() -> definition(world, "srv.echo").description().contains("every secret"));
            RunResult again = approved(world, paused.token());
            assertThat(again.reason()).isEqualTo("pause:approval_required");
            assertThat(source.statistics().calls()).as("the change alone").isEqualTo(1);
            RunResult done = approved(world, again.tokens().get(0));
            assertThat(done.result()).isEqualTo(Json.string("x"));
        }
    }

    private static RunResult approved(World world, String token) {
        return Objects.requireNonNull(
                        world.ada.resolvePause(token, Resolution.approve("bob")).run())
                .await(Duration.ofSeconds(30));
    }

    @Test
    void call_thatIsGivenUp_isCancelledOnce_byItsOwnId() {
        ToolPolicy brief = ToolPolicy.builder().timeout(Duration.ofSeconds(1)).build();
        McpSource source = StdioTest.source("plain").bind(McpBinding.of("hold").policy(brief));
        try (World world = new World(source)) {
            assertThat(world.call("srv.hold", "{}")).isInstanceOf(ToolOutcome.Unknown.class);
            requireOneCancelled(world);
        }
    }

    @Test
    void call_whoseCallerGivesUp_isCancelledOnce_andTheCallerKeepsTheInterrupt() throws Exception {
        McpSource source = StdioTest.source("plain");
        try (World world = new World(source)) {
            FutureTask<Boolean> kept = new FutureTask<>(() -> {
                world.call("srv.hold", "{}");
                return Thread.currentThread().isInterrupted();
            });
            Thread caller = new Thread(kept);
            caller.start();
            await().until(() -> world.result("srv.heard", "{}").at("/calls/1").isPresent());
            caller.interrupt();
            assertThat(kept.get(30, TimeUnit.SECONDS)).isTrue();
            requireOneCancelled(world);
        }
    }

    /** The notice is on its way when the call has ended. */
    private static void requireOneCancelled(World world) {
        await().until(() -> !cancelled(world).isEmpty());
        Json held = world.result("srv.heard", "{}").at("/calls/0").orElseThrow();
        assertThat(cancelled(world)).containsExactly(held);
    }

    private static List<Json> cancelled(World world) {
        return world.result("srv.heard", "{}").get("cancelled").orElseThrow().elements();
    }

    @Test
    void policy_ofCallsOverStreams_isTheCallersThread_unlessTheHostSaysOtherwise() {
        try (World world = new World(StdioTest.source("plain"))) {
            assertThat(isolation(world)).isEqualTo(Isolation.CALLER);
        }
        for (Isolation said : Isolation.values()) {
            ToolPolicy policy = ToolPolicy.builder().isolation(said).build();
            try (World world = new World(StdioTest.source("plain").policy(policy))) {
                assertThat(isolation(world)).isEqualTo(said);
            }
        }
    }

    private static Isolation isolation(World world) {
        return world.runtime.catalog().snapshot().tools().stream()
                .filter(tool -> tool.id().name().equals("srv.echo"))
                .map(tool -> tool.policy().isolation())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void era_thatWasFoundOut_isNotAskedForAgain() {
        try (HttpPeer peer = new HttpPeer("legacy");
                McpSource source = peer.source()) {
            source.start(toolset -> {});
            source.reconnect();
            assertThat(peer.seen("server/discover")).hasSize(1);
            assertThat(peer.seen("initialize")).hasSize(2);
        }
    }

    @Test
    void server_runsInTheDirectoryThatItWasGiven(@TempDir Path folder) throws Exception {
        try (World world = new World(StdioTest.source("plain").workingDirectory(folder))) {
            String place = world.result("srv.place", "{}").asString();
            assertThat(Path.of(place)).isEqualTo(folder.toRealPath());
        }
    }

    @Test
    void whatASourceMeets_isCounted() {
        McpSource source = StdioTest.source("banner");
        try (World world = new World(source)) {
            world.result("srv.echo", "{}");
            assertThat(source.statistics().noise())
                    .as("lines that are no message")
                    .isGreaterThanOrEqualTo(5);
            assertThat(source.statistics().starts()).isEqualTo(1);
            assertThat(source.statistics().calls()).isEqualTo(1);
            assertThat(source.statistics().strays()).isZero();
        }
    }
}
