package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.harbor.access.ConsentProvider.Consent;
import dev.harbor.access.ConsentRequired;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.EventSink;
import dev.harbor.event.ToolProgressed;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.tool.AbandonedCall;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.ToolUnavailable;
import dev.harbor.transport.SourceState;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server asks: a person, over a pause; or the host, if that has allowed it. */
@Timeout(60)
final class AskingTest {

    private static Json resolve(World world, ToolOutcome<Json> paused, Resolution resolution) {
        String token = ((ToolOutcome.Paused<Json>) paused).token();
        ResolvedPause done = world.ada.resolvePause(token, resolution);
        return Objects.requireNonNull(
                Objects.requireNonNull(done.run()).await(Duration.ofSeconds(20)).result());
    }

    private static Pause pause(World world, ToolOutcome<Json> paused) {
        return world.ada.pause(((ToolOutcome.Paused<Json>) paused).token()).orElseThrow();
    }

    @Test
    void question_ofAnOlderServer_isAPause_andItsAnswerEndsTheCallThatWaits() {
        McpSource source = StdioTest.source("plain").elicitation();
        try (World world = new World(source)) {
            ToolOutcome<Json> paused = world.call("srv.ask", "{}");
            Pause pause = pause(world, paused);
            assertThat(pause.message()).contains("'srv'").contains("Which color?");
            assertThat(pause.payload().at("/schema/properties/color/enum/1")).contains(Json.string("blue"));
            Json result = resolve(world, paused, Resolution.resume("ada", Json.parse("{\"color\":\"blue\"}")));
            assertThat(result)
                    .isEqualTo(Json.parse("{\"action\":\"accept\",\"content\":{\"size\":5,\"color\":\"blue\"}}"));
            assertThat(source.statistics().calls()).isEqualTo(1);
        }
    }

    @Test
    void questionOverTheServersOwnStream_isPutToTheOnlyCall_beforeAnythingElseIsSaid() {
        try (HttpPeer peer = new HttpPeer("legacy", "listens", "asks-aside");
                World world = new World(peer.source().elicitation())) {
            ToolOutcome<Json> paused = world.call("srv.echo", "{}");
            assertThat(pause(world, paused).message()).contains("Which one?");
            assertThat(resolve(world, paused, Resolution.resume("ada", Json.parse("{\"one\":\"a\"}"))))
                    .isEqualTo(Json.parse("{\"action\":\"accept\",\"content\":{\"one\":\"a\"}}"));
            assertThat(peer.seen("tools/call")).hasSize(1);
        }
    }

    @Test
    void questionOverTheServersOwnStream_isPutToNobody_whileItIsNotKnownWhose() {
        try (HttpPeer peer = new HttpPeer("legacy", "listens", "asks-aside");
                World world = new World(peer.source().elicitation())) {
            ToolOutcome<Json> first = world.call("srv.echo", "{}");
            assertThat(first).isInstanceOf(ToolOutcome.Paused.class);
            assertThat(world.result("srv.echo", "{}")).isEqualTo(Json.parse("{\"action\":\"cancel\"}"));
            assertThat(resolve(world, first, Resolution.reject("ada")))
                    .isEqualTo(Json.parse("{\"action\":\"decline\"}"));
        }
    }

    @Test
    void callThatMayBeAskedAbout_endsInTimeAndIsCancelled_andLeavesNoThread() {
        try (HttpPeer peer = new HttpPeer("legacy", "listens", "hang")) {
            McpSource source = peer.source()
                    .elicitation()
                    .policy(ToolPolicy.builder().timeout(Duration.ofMillis(300)).build());
            try (World world = new World(source)) {
                assertThat(world.call("srv.echo", "{}")).isInstanceOf(ToolOutcome.Unknown.class);
                await().until(() -> peer.seen("notifications/cancelled").size() == 1);
            }
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("harbor-mcp-stream")));
        }
    }

    @Test
    void streamOfACallThatMayBeAskedAbout_isReadByOneThread_howeverMuchItBrings() {
        Set<Thread> earlier = readers();
        Set<Thread> readers = ConcurrentHashMap.newKeySet();
        AtomicInteger steps = new AtomicInteger();
        EventSink seeing = event -> {
            if (event instanceof ToolProgressed) {
                steps.incrementAndGet();
                readers.addAll(readers());
            }
        };
        try (HttpPeer peer = new HttpPeer("legacy", "listens", "chatty");
                World world =
                        new World(host -> host.events(seeing), peer.source().elicitation())) {
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
        }
        assertThat(steps).hasValue(20);
        readers.removeAll(earlier);
        assertThat(readers).hasSizeLessThanOrEqualTo(2);
    }

    /** One awaits the head of the answer, another may go on with its body. */
    private static Set<Thread> readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("harbor-mcp-stream"))
                .collect(java.util.stream.Collectors.toSet());
    }

    @Test
    void requestThatWaitsInAnotherProcess_isGivenUpThere_andNotForgottenHere() {
        McpSource source = StdioTest.source("plain").elicitation();
        try (World world = new World(source)) {
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
            Tool<?, ?> tool = world.runtime.catalog().snapshot().tools().stream()
                    .filter(each -> each.id().name().equals("srv.ask"))
                    .findFirst()
                    .orElseThrow();
            assertThatExceptionOfType(ToolUnavailable.class)
                    .isThrownBy(() -> tool.invoker().abandoned(parked("elsewhere/7")));
        }
    }

    @Test
    void callThatWaitsHere_andIsCancelled_isGivenUpAtItsServer() {
        InMemoryJournal journal = InMemoryJournal.create();
        McpSource source = StdioTest.source("plain").elicitation();
        try (World world = new World(host -> host.journal(journal), source)) {
            String run = pause(world, world.call("srv.ask", "{}")).runId();
            world.ada.cancel(run, "never mind");
            await().until(() ->
                    !journal.info("run/" + run).orElseThrow().head().keys().containsKey("abandoned"));
            assertThat(world.result("srv.echo", "{\"text\":\"x\"}")).isEqualTo(Json.string("x"));
        }
    }

    private static AbandonedCall parked(String place) {
        Json state = Json.of(Map.of("kind", "parked", "place", place));
        return new AbandonedCall(World.ADA, "r1", "c1", "k", 1, state, "cancelled");
    }

    @Test
    void answerThatDoesNotFit_isAskedForAgain() {
        try (World world = new World(StdioTest.source("plain").elicitation())) {
            ToolOutcome<Json> paused = world.call("srv.ask", "{}");
            String token = ((ToolOutcome.Paused<Json>) paused).token();
            world.ada.resolvePause(token, Resolution.resume("ada", Json.parse("{\"color\":\"green\"}")));
            await().until(() ->
                    world.ada.pauses().stream().anyMatch(each -> each.message().contains("once more")));
        }
    }

    @Test
    void refusal_isTheAnswerDecline() {
        try (World world = new World(StdioTest.source("plain").elicitation())) {
            ToolOutcome<Json> paused = world.call("srv.ask", "{}");
            assertThat(resolve(world, paused, Resolution.reject("ada")))
                    .isEqualTo(Json.parse("{\"action\":\"decline\"}"));
        }
    }

    @Test
    void answer_toAConnectionThatIsGone_leavesTheCallInDoubt() {
        McpSource source = StdioTest.source("plain").elicitation();
        try (World world = new World(source)) {
            ToolOutcome<Json> paused = world.call("srv.ask", "{}");
            source.reconnect();
            String token = ((ToolOutcome.Paused<Json>) paused).token();
            ResolvedPause done =
                    world.ada.resolvePause(token, Resolution.resume("ada", Json.parse("{\"color\":\"red\"}")));
            assertThat(Objects.requireNonNull(done.run())
                            .await(Duration.ofSeconds(20))
                            .toString())
                    .contains("unknown");
        }
    }

    @Test
    void answer_thatComesAfterAnHour_isTooLateForAnOlderServer_andLeavesTheCallInDoubt() {
        ManualTicks ticks = new ManualTicks();
        try (World world = new World(StdioTest.source("plain").elicitation().ticks(ticks))) {
            ToolOutcome<Json> paused = world.call("srv.ask", "{}");
            ticks.runOnly(Duration.ofHours(1), Duration.ofHours(1));
            ResolvedPause done = world.ada.resolvePause(
                    ((ToolOutcome.Paused<Json>) paused).token(),
                    Resolution.resume("ada", Json.parse("{\"color\":\"red\"}")));
            assertThat(Objects.requireNonNull(done.run())
                            .await(Duration.ofSeconds(20))
                            .toString())
                    .contains("unknown");
        }
    }

    @Test
    void withoutElicitation_aQuestionIsRefused_andNotOffered() {
        try (World world = new World(StdioTest.source("plain"))) {
            assertThat(world.result("srv.ask", "{}").get("code")).contains(Json.of(-32601));
            assertThat(world.result("srv.sample", "{}").get("code")).contains(Json.of(-32601));
            assertThat(world.result("srv.roots", "{}").get("code")).contains(Json.of(-32601));
        }
    }

    @Test
    void sampling_andRoots_areAnsweredIfTheHostSaysSo() {
        McpSource source = StdioTest.source("plain")
                .sampling(request -> Json.of(Map.of("role", "assistant", "model", "m")))
                .roots(Path.of("/srv/files"));
        try (World world = new World(source)) {
            assertThat(world.result("srv.sample", "{}").get("model")).contains(Json.string("m"));
            assertThat(world.result("srv.roots", "{}")
                            .at("/roots/0/uri")
                            .orElseThrow()
                            .asString())
                    .startsWith("file:///srv/files");
        }
    }

    @Test
    void inputRequired_ofTheNewestEra_isAPause_andTheCallIsMadeAgainWithTheAnswer() {
        try (HttpPeer peer = new HttpPeer("modern", "input");
                World world = new World(peer.source().elicitation())) {
            ToolOutcome<Json> paused = world.call("srv.echo", "{\"text\":\"x\"}");
            assertThat(pause(world, paused).message()).contains("Are you sure?");
            assertThat(resolve(world, paused, Resolution.resume("ada", Json.NULL)))
                    .isEqualTo(Json.string("x"));
            Json again = peer.seen("tools/call").get(1).body();
            assertThat(again.at("/params/inputResponses/sure"))
                    .contains(Json.parse("{\"action\":\"accept\",\"content\":{\"yes\":true}}"));
            assertThat(again.at("/params/requestState")).contains(Json.string("sealed"));
            assertThat(again.get("id"))
                    .isNotEqualTo(peer.seen("tools/call").get(0).body().get("id"));
            assertThat(again.at("/params/_meta/dev.harbor~1idempotencyKey"))
                    .isNotEqualTo(peer.seen("tools/call").get(0).body().at("/params/_meta/dev.harbor~1idempotencyKey"));
        }
    }

    @Test
    void inputRequired_withoutElicitation_isTheServersFault() {
        try (HttpPeer peer = new HttpPeer("modern", "input");
                World world = new World(peer.source())) {
            assertThat(world.call("srv.echo", "{}").errorCode()).isEqualTo(ErrorCode.INVALID_RESULT);
        }
    }

    @Test
    void consent_isAPause_afterWhichTheCallIsMade() {
        AtomicReference<String> token = new AtomicReference<>("good");
        ResourceAuthorizer authorizer = new ResourceAuthorizer() {
            @Override
            public Optional<Secret> token(URI resource, Identity identity) {
                return identity.user().equals("ada")
                        ? Optional.ofNullable(token.get()).map(Secret::of)
                        : Optional.of(Secret.of("good"));
            }

            @Override
            public boolean challenged(
                    URI resource, Identity identity, Secret sent, int status, List<String> challenge) {
                throw new ConsentRequired(
                        new Consent("grant it", Json.of(Map.of("url", "https://as.example/consent"))));
            }
        };
        try (HttpPeer peer = new HttpPeer("modern", "protected");
                World world = new World(peer.source().authorization(authorizer))) {
            token.set(null);
            ToolOutcome<Json> paused = world.call("srv.echo", "{\"text\":\"x\"}");
            assertThat(pause(world, paused).payload().get("url")).isPresent();
            token.set("good");
            assertThat(resolve(world, paused, Resolution.resume("ada", Json.NULL)))
                    .isEqualTo(Json.string("x"));
        }
    }

    @Test
    void pages_areOfTheWebAndNothingElse() {
        for (String url : List.of(
                "javascript:alert(1)", "file:///etc/passwd", "https://u:p@host/", "https://host/\n", "", "host")) {
            Json params = Json.of(Map.of("mode", "url", "message", "open", "url", url));
            assertThatThrownBy(() -> Ask.of(params)).as(url).isInstanceOf(LinkFailure.class);
        }
        Json good = Json.of(Map.of("mode", "url", "message", "open", "url", "https://host/x"));
        assertThat(Ask.of(good).shown()).containsEntry("host", "host");
    }

    @Test
    void resourcesAndPrompts_areDeferredTools_whenTheHostWantsThem() {
        McpSource source = StdioTest.source("offers").resources().prompts();
        try (World world = new World(source)) {
            assertThat(source.state()).isEqualTo(SourceState.READY);
            assertThat(source.tools().stream().filter(tool -> !tool.isRegistered()))
                    .singleElement()
                    .satisfies(tool -> assertThat(tool.reason()).isEqualTo("it has no uri"));
            assertThat(world.result("srv.resource.a", "{}")).isEqualTo(Json.string("the letter a"));
            assertThat(world.result("srv.prompt.greet", "{\"who\":\"Bob\"}"))
                    .isEqualTo(Json.string("[user] Greet Bob\n[assistant] Hello"));
            assertThat(world.call("srv.prompt.greet", "{}").errorCode()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
            ToolOutcome.Success<Json> bytes = (ToolOutcome.Success<Json>) world.call("srv.resource.b", "{}");
            assertThat(bytes.attachments())
                    .singleElement()
                    .satisfies(stub -> assertThat(stub.mediaType()).isEqualTo("application/x-b"));
            assertThat(world.runtime.catalog().snapshot().tools().stream()
                            .filter(tool -> tool.id().name().contains(".resource.")
                                    || tool.id().name().contains(".prompt.")))
                    .hasSize(3)
                    .allSatisfy(tool -> {
                        assertThat(tool.definition().loading()).isEqualTo(dev.harbor.tool.Loading.DEFERRED);
                        assertThat(tool.definition().effect()).isEqualTo(dev.harbor.tool.SideEffect.READ);
                    });
        }
        try (World world = new World(StdioTest.source("offers"))) {
            assertThat(world.call("srv.resource.a", "{}").errorCode()).isEqualTo(ErrorCode.TOOL_NOT_FOUND);
        }
    }

    @Test
    void toolThatIsATask_isAskedAboutUntilItIsDone() {
        try (World world = new World(StdioTest.source("tasks"))) {
            assertThat(world.result("srv.task", "{}").asString()).startsWith("done after");
        }
    }

    @Test
    void callThatBecameATask_andIsGivenUp_hasItCancelled() {
        try (HttpPeer peer = new HttpPeer("modern", "task");
                World world = new World(peer.source().elicitation())) {
            ToolOutcome<Json> paused = world.call("srv.echo", "{}");
            String runId = pause(world, paused).runId();

            world.runtime.as(World.ADA).cancel(runId, "never mind");

            org.awaitility.Awaitility.await()
                    .atMost(java.time.Duration.ofMinutes(1))
                    .until(() -> !peer.seen("tasks/cancel").isEmpty());
            assertThat(peer.seen("tasks/cancel")).hasSize(1);
        }
    }

    @Test
    void callThatBecomesATask_isAskedAbout_andAPersonIfItNeedsOne() {
        try (HttpPeer peer = new HttpPeer("modern", "task");
                World world = new World(peer.source().elicitation())) {
            ToolOutcome<Json> paused = world.call("srv.echo", "{}");
            assertThat(pause(world, paused).message()).contains("Which one?");
            assertThat(resolve(world, paused, Resolution.resume("ada", Json.parse("{\"one\":\"a\"}"))))
                    .isEqualTo(Json.parse("{\"one\":\"a\"}"));
            assertThat(peer.seen("tasks/get").get(0).headers()).containsEntry("mcp-name", "t-1");
            assertThat(peer.seen("tools/call")).hasSize(1);
        }
    }
}
