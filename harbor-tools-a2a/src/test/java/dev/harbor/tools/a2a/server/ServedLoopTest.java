package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.a2a.A2aAccess;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of messages that are said in a conversation with a loop. */
@Timeout(120)
final class ServedLoopTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    private Site site;
    private Wire ada;

    @BeforeEach
    void open() throws Exception {
        site = Site.start();
        ada = new Wire(site, "ada");
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Json ended(Json task) {
        return ended(ada, task, "TASK_STATE_COMPLETED");
    }

    private static Json ended(Wire caller, Json task, String state) {
        await().atMost(BOUND).until(() -> Wire.state(caller.task(task)).equals(state));
        try {
            return caller.task(task);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String conversation(Json task) {
        return task.at("/artifacts/0/parts/0/data/conversation")
                .map(Json::toString)
                .orElse("");
    }

    @Test
    void messages_ofAContext_areTurnsOfOneLoop_andEachIsATaskWithItsAnswer() throws Exception {
        Json first = ada.send(Wire.said("ctx", "echo hello"));
        Json second = ada.send(Wire.said("ctx", "input"));

        assertThat(Wire.state(first)).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(Wire.text(first, "/artifacts/0/parts/0/text")).isEqualTo("hello");
        assertThat(Wire.text(first, "/contextId")).isEqualTo("ctx");
        assertThat(Wire.text(second, "/id")).isNotEqualTo(Wire.text(first, "/id"));
        assertThat(conversation(second)).contains("echo hello");
        assertThat(site.ada().loops()).containsExactly(site.server.loop("talk", "ctx"));
        assertThat(site.ada().run(Wire.text(second, "/id")).orElseThrow().goal())
                .isEqualTo("input");
    }

    @Test
    void otherContexts_andOtherIdentities_haveLoopsOfTheirOwn() throws Exception {
        Json first = ada.send(Wire.said("ctx", "echo hello"));
        Wire bob = new Wire(site, "bob");

        assertThat(conversation(ada.send(Wire.said("other", "input")))).isEmpty();
        assertThat(conversation(bob.send(Wire.said("ctx", "input")))).isEmpty();
        assertThat(bob.error("GetTask", Map.of("id", Wire.text(first, "/id")))).isEqualTo(-32001);
        assertThat(bob.error("CancelTask", Map.of("id", Wire.text(first, "/id"))))
                .isEqualTo(-32001);
    }

    @Test
    void contextThatTheAgentNamed_isGoneOnWith() throws Exception {
        Map<String, Object> opening = Wire.said("", "echo hello");
        opening.remove("contextId");
        Json first = ada.send(opening);

        assertThat(conversation(ada.send(Wire.said(Wire.text(first, "/contextId"), "input"))))
                .contains("echo hello");
    }

    @Test
    void messageThatComesTwice_isOneTurn() throws Exception {
        Map<String, Object> message = Wire.said("ctx", "count");
        Json first = ada.send(message);

        assertThat(ada.send(message)).isEqualTo(first);
        assertThat(site.executed).hasSize(1);
    }

    @Test
    void messages_areCarriedOutInTheirOrder_oneAtATime() throws Exception {
        Json running = ada.sendAndGo(Wire.said("ctx", "wait"));
        site.gate.awaitHeld(1);
        Json one = ada.sendAndGo(Wire.said("ctx", "count one"));
        Json two = ada.sendAndGo(Wire.said("ctx", "count two"));

        assertThat(Wire.state(ada.task(running))).isEqualTo("TASK_STATE_WORKING");
        assertThat(Wire.state(ada.task(one))).isEqualTo("TASK_STATE_SUBMITTED");
        assertThat(Wire.state(ada.send(Wire.said("other", "echo besides"))))
                .as("another conversation does not wait")
                .isEqualTo("TASK_STATE_COMPLETED");
        site.gate.open();
        ended(two);
        assertThat(site.executed).containsExactly("wait", "count one", "count two");
    }

    @Test
    void turnThatAsks_isATaskThatAsks_andTheQueueWaitsForTheAnswer() throws Exception {
        Json asked = ada.send(Wire.said("ctx", "ask"));
        Json queued = ada.sendAndGo(Wire.said("ctx", "count"));
        assertThat(Wire.state(asked)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(Wire.text(asked, "/status/message/parts/0/text")).isEqualTo("which colour?");

        Json again = ada.send(Wire.answer(asked, "maybe"));
        assertThat(Wire.text(again, "/status/message/parts/0/text")).isEqualTo("are you sure?");
        assertThat(Wire.state(ada.task(queued))).isEqualTo("TASK_STATE_SUBMITTED");
        Map<String, Object> red = Wire.answer(asked, "red");
        Json end = ada.send(red);

        assertThat(Wire.text(end, "/artifacts/0/parts/0/text")).isEqualTo("painted red");
        assertThat(ada.send(red)).as("said twice").isEqualTo(end);
        ended(queued);
        assertThat(site.executed).containsExactly("count");
    }

    @Test
    void turnThatNeedsAnApproval_waitsForWhoGivesIt() throws Exception {
        Json waits = ada.send(Wire.said("ctx", "paint"));
        assertThat(Wire.state(waits)).isEqualTo("TASK_STATE_AUTH_REQUIRED");

        String pause = site.ada().pauses(Wire.text(waits, "/id")).get(0).id();
        site.runtime.operator().resolvePause(pause, Resolution.approve("grace"));
        assertThat(Wire.text(ended(waits), "/artifacts/0/parts/0/text")).isEqualTo("painted by word");
    }

    @Test
    void cancelling_stopsTheTurn_andTheConversationGoesOn() throws Exception {
        Json running = ada.sendAndGo(Wire.said("ctx", "look"));
        site.gate.awaitHeld(1);
        Json queued = ada.sendAndGo(Wire.said("ctx", "count"));
        Json cancelled = ada.result("CancelTask", Map.of("id", Wire.text(running, "/id")));

        assertThat(Wire.state(cancelled)).isEqualTo("TASK_STATE_CANCELED");
        ended(queued);
        Json asked = ada.send(Wire.said("ctx", "ask"));
        assertThat(Wire.state(ada.result("CancelTask", Map.of("id", Wire.text(asked, "/id")))))
                .isEqualTo("TASK_STATE_CANCELED");
        assertThat(ada.error("CancelTask", Map.of("id", Wire.text(asked, "/id"))))
                .isEqualTo(-32002);
        assertThat(Wire.state(ada.send(Wire.said("ctx", "echo on")))).isEqualTo("TASK_STATE_COMPLETED");
    }

    @Test
    void cancelling_whatIsQueued_takesItBack_andTouchesNoOther() throws Exception {
        Json running = ada.sendAndGo(Wire.said("ctx", "wait"));
        site.gate.awaitHeld(1);
        Json queued = ada.sendAndGo(Wire.said("ctx", "count"));
        Json cancelled = ada.result("CancelTask", Map.of("id", Wire.text(queued, "/id")));

        assertThat(Wire.state(cancelled)).isEqualTo("TASK_STATE_CANCELED");
        assertThat(Wire.state(ada.task(running))).isEqualTo("TASK_STATE_WORKING");
        assertThat(ada.error("CancelTask", Map.of("id", Wire.text(queued, "/id"))))
                .isEqualTo(-32002);
        site.gate.open();
        ended(running);
        assertThat(Wire.state(ada.send(Wire.said("ctx", "echo on")))).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(site.executed).containsExactly("wait");
        assertThat(ada.task(queued)).isEqualTo(cancelled);
    }

    @Test
    void conversationThatIsFull_takesNoMore_andKeepsNothingOfIt() throws Exception {
        ada.sendAndGo(Wire.said("ctx", "wait"));
        site.gate.awaitHeld(1);
        for (int i = 0; i < 3; i++) {
            ada.sendAndGo(Wire.said("ctx", "count"));
        }
        Map<String, Object> more = Wire.said("ctx", "count more");
        String body = Wire.envelope("SendMessage", Map.of("message", more)).toString();
        HttpResponse<String> refused =
                ada.raw("POST", "", body, "Content-Type", "application/json", "A2A-Version", "1.0");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        site.gate.open();
        await().atMost(BOUND).until(() -> site.executed.size() == 4);
        assertThat(Wire.state(ada.send(more))).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(site.executed).hasSize(5);
    }

    @Test
    void stream_tellsOfATurn_toItsEnd() throws Exception {
        try (Wire.Stream stream =
                ada.new Stream("SendStreamingMessage", Map.of("message", Wire.said("ctx", "echo hello")))) {
            String events = stream.rest().toString();
            assertThat(events).contains("TASK_STATE_COMPLETED", "hello");
        }
    }

    @Test
    void filesOfAMessage_reachTheTurn_andWhatIsQueuedKeepsThem() throws Exception {
        ada.sendAndGo(Wire.said("ctx", "wait"));
        site.gate.awaitHeld(1);
        String raw = Base64.getEncoder().encodeToString("bytes".getBytes(StandardCharsets.UTF_8));
        Map<String, Object> message = Wire.said("ctx", "");
        message.put("parts", List.of(Map.of("text", "input"), Map.of("raw", raw, "mediaType", "application/x-f")));
        Json queued = ada.sendAndGo(message);
        site.gate.open();

        Json task = ended(queued);
        assertThat(Wire.text(task, "/artifacts/1/parts/0/raw")).isEqualTo(raw);
    }

    @Test
    void loopThatNobodyUses_isLetGo_andTheConversationGoesOn() throws Exception {
        try (Site other = Site.start(builder ->
                builder.limits(Site.quick().idleLoop(Duration.ofMillis(1)).build()))) {
            Wire caller = new Wire(other, "ada");
            caller.send(Wire.said("ctx", "echo hello"));
            await().atMost(BOUND).until(() -> other.server.openLoops() == 0);
            Json asked = caller.send(Wire.said("ctx", "ask"));
            await().atMost(BOUND).until(() -> other.server.openLoops() == 0);

            assertThat(Wire.text(caller.send(Wire.answer(asked, "red")), "/artifacts/0/parts/0/text"))
                    .isEqualTo("painted red");
            assertThat(conversation(caller.send(Wire.said("ctx", "input")))).contains("echo hello", "painted red");
        }
    }

    @Test
    void messageThatTheLoopCouldNotRecord_isHandedOverAgain_toALoopThatIsOpenedAnew() throws Exception {
        RefusingLoops loops = new RefusingLoops("loop.input");
        try (Site other = Site.start(loops.journal(), 0, builder -> builder)) {
            Wire caller = new Wire(other, "ada");
            caller.send(Wire.said("ctx", "echo hello"));
            loops.refuses = true;
            Json taken = caller.sendAndGo(Wire.said("ctx", "count"));
            await().atMost(BOUND).until(() -> loops.refused.get() > 1);

            assertThat(Wire.state(caller.task(taken))).isEqualTo("TASK_STATE_SUBMITTED");
            loops.refuses = false;
            ended(caller, taken, "TASK_STATE_COMPLETED");
            assertThat(other.executed).containsExactly("count");
        }
    }

    @Test
    void loopThatCanRecordNothing_isLetGo_andTheConversationGoesOn() throws Exception {
        RefusingLoops loops = new RefusingLoops("loop.turn_ended");
        try (Site other = Site.start(
                loops.journal(),
                0,
                builder -> builder.limits(
                        Site.quick().idleLoop(Duration.ofMillis(1)).build()))) {
            Wire caller = new Wire(other, "ada");
            loops.refuses = true;
            Json answered = caller.send(Wire.said("ctx", "echo hello"));
            await().atMost(BOUND).until(() -> loops.refused.get() > 0 && other.server.openLoops() == 0);

            assertThat(Wire.state(answered)).isEqualTo("TASK_STATE_COMPLETED");
            loops.refuses = false;
            assertThat(conversation(caller.send(Wire.said("ctx", "input")))).contains("echo hello");
        }
    }

    @Test
    void conversationThatWasEnded_takesNothingMore_andSaysWhy() throws Exception {
        ada.send(Wire.said("ctx", "echo hello"));
        try (Loop loop = site.ada().loop(site.server.loop("talk", "ctx"), site.talk)) {
            loop.end("enough");
        }
        Json refused = ada.send(Wire.said("ctx", "count"));

        assertThat(Wire.state(refused)).isEqualTo("TASK_STATE_FAILED");
        assertThat(Wire.text(refused, "/status/message/parts/0/text")).contains("loop_ended");
        assertThat(site.executed).isEmpty();
    }

    @Test
    void ourOwnClient_talksToALoop_andItsCallsAreOneConversation() throws Exception {
        try (A2aAccess access = Relay.access();
                HarborRuntime origin = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .journal(InMemoryJournal.create())
                        .source(Relay.peer(access, site.url()).skills("talk").build())
                        .build()) {
            Caller caller = origin.as(Site.BOB);
            assertThat(said(caller, "echo hello")).contains("hello");
            assertThat(said(caller, "input")).contains("echo hello");

            ToolOutcome.Paused<Json> asked =
                    (ToolOutcome.Paused<Json>) caller.call("peer_talk", Json.of(Map.of("message", "ask")));
            RunResult painted = caller.resolvePause(asked.token(), Resolution.resume("bob", Json.of("red")))
                    .run()
                    .await(BOUND);
            assertThat(painted.result().toString()).contains("painted red");
            assertThat(site.ada().loops()).hasSize(1);
        }
    }

    private static String said(Caller caller, String text) {
        return caller.call("peer_talk", Json.of(Map.of("message", text)))
                .orThrow()
                .toString();
    }

    @Test
    void loopElsewhere_isNotServed() {
        LoopDefinition foreign =
                LoopDefinition.foreign("far", turn -> Json.NULL).build();

        assertThatThrownBy(() -> A2aSkill.loop("far", "Far", "Far away", foreign))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> A2aSkill.loop("talk", "Talk", "Talks", site.talk).planner(context -> null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
