package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.json.Json;
import dev.harbor.seal.SealingKeys;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a served agent tells who listens. */
@Timeout(120)
final class ServedStreamTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    @Test
    void stream_tellsTheTask_thenItsArtifacts_thenItsEnd() throws Exception {
        try (Site site = Site.start()) {
            Wire ada = new Wire(site, "ada");
            try (Wire.Stream stream = ada.new Stream("SendStreamingMessage", Map.of("message", Wire.message("wait")))) {
                Json first = stream.next().get("task").orElseThrow();
                site.gate.awaitHeld(1);
                site.gate.open();
                List<Json> rest = stream.rest();

                assertThat(Wire.state(first)).isIn("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING");
                Json artifact = rest.get(rest.size() - 2);
                Json end = rest.get(rest.size() - 1);
                assertThat(Wire.text(artifact, "/artifactUpdate/artifact/parts/0/text"))
                        .isEqualTo("waited");
                assertThat(Wire.text(end, "/statusUpdate/status/state")).isEqualTo("TASK_STATE_COMPLETED");
                assertThat(Wire.text(end, "/statusUpdate/taskId")).isEqualTo(Wire.text(first, "/id"));
            }
            await().atMost(BOUND).until(() -> site.server.openStreams() == 0);
        }
    }

    @Test
    void stream_closesAtAQuestion_andTheAnswerDoesNotBringTheQuestionAgain() throws Exception {
        try (Site site = Site.start()) {
            Wire ada = new Wire(site, "ada");
            List<Json> asked;
            try (Wire.Stream stream = ada.new Stream("SendStreamingMessage", Map.of("message", Wire.message("ask")))) {
                asked = stream.rest();
            }
            assertThat(asked.get(asked.size() - 1).toString()).contains("TASK_STATE_INPUT_REQUIRED", "which colour?");
            Json task = asked.get(0).get("task").orElseThrow();
            try (Wire.Stream stream =
                    ada.new Stream("SendStreamingMessage", Map.of("message", Wire.answer(task, "red")))) {
                List<Json> answered = stream.rest();

                assertThat(answered.toString()).contains("painted red").doesNotContain("INPUT_REQUIRED");
            }
        }
    }

    @Test
    void subscriber_hearsHowATaskGoesOn_andNothingOfOneThatIsOver() throws Exception {
        try (Site site = Site.start()) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.sendAndGo(Wire.message("wait"));
            site.gate.awaitHeld(1);
            Map<String, Object> id = Map.of("id", Wire.text(task, "/id"));
            try (Wire.Stream stream = ada.new Stream("SubscribeToTask", id)) {
                assertThat(Wire.state(stream.next().get("task").orElseThrow())).isEqualTo("TASK_STATE_WORKING");
                site.gate.open();
                assertThat(stream.rest().toString()).contains("TASK_STATE_COMPLETED");
            }
            assertThat(ada.error("SubscribeToTask", id)).isEqualTo(-32004);
        }
    }

    @Test
    void streams_areCounted_forEachIdentity_andClosingEndsThem() throws Exception {
        Site site =
                Site.start(builder -> builder.limits(Site.quick().streams(10, 1).build()));
        Wire ada = new Wire(site, "ada");
        try (Wire.Stream open = ada.new Stream("SendStreamingMessage", Map.of("message", Wire.message("wait")))) {
            open.next();
            site.gate.awaitHeld(1);
            String body = Wire.envelope("SendStreamingMessage", Map.of("message", Wire.message("count")))
                    .toString();
            HttpResponse<String> refused =
                    ada.raw("POST", "", body, "Content-Type", "application/json", "A2A-Version", "1.0");
            assertThat(refused.statusCode()).isEqualTo(503);
            String waits = Wire.envelope("SendMessage", Map.of("message", Wire.message("count")))
                    .toString();
            assertThat(ada.raw("POST", "", waits, "Content-Type", "application/json", "A2A-Version", "1.0")
                            .statusCode())
                    .as("who waits needs a place too")
                    .isEqualTo(503);
            assertThat(site.executed).as("nothing was begun").hasSize(1);
            try (Wire.Stream other = new Wire(site, "bob")
            .new Stream("SendStreamingMessage", Map.of("message", Wire.message("echo b")))) {
                assertThat(other.rest().toString()).contains("COMPLETED");
            }

            site.server.close();
            open.rest();
            await().atMost(BOUND).until(() -> site.server.openStreams() == 0);
        } finally {
            site.close();
        }
    }

    @Test
    void callerThatHasGone_isNoticed_byTheBeat() throws Exception {
        try (Site site = Site.start(builder ->
                builder.limits(Site.quick().beat(Duration.ofMillis(20)).build()))) {
            Wire ada = new Wire(site, "ada");
            Wire.Stream stream = ada.new Stream("SendStreamingMessage", Map.of("message", Wire.message("wait")));
            stream.next();
            stream.close();

            await().atMost(BOUND).until(() -> site.server.openStreams() == 0);
            assertThat(Wire.state(
                            ada.result("ListTasks", Map.of()).at("/tasks/0").orElseThrow()))
                    .as("nobody listens, and the task goes on")
                    .isEqualTo("TASK_STATE_WORKING");
        }
    }

    @Test
    void waiting_isBounded_andTheCallerGetsTheTaskAsItIs() throws Exception {
        try (Site site = Site.start(builder ->
                builder.limits(Site.quick().longestWait(Duration.ofMillis(50)).build()))) {
            Json task = new Wire(site, "ada").send("wait");

            assertThat(Wire.state(task)).isIn("TASK_STATE_WORKING", "TASK_STATE_SUBMITTED");
        }
    }

    @Test
    void closing_leavesNoThread() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        SealingKeys keys = SealingKeys.of("k1", new byte[SealingKeys.KEY_BYTES]);
        try (Site site = Site.start(builder ->
                builder.push(A2aWebhooks.builder(keys).allowLoopback().build()))) {
            Wire ada = new Wire(site, "ada");
            Json task = ada.send("count");
            // Nobody answers there, so somebody is trying to tell when it is closed.
            ada.result(
                    "CreateTaskPushNotificationConfig",
                    Map.of("taskId", Wire.text(task, "/id"), "url", "http://127.0.0.1:1/hook"));
        }
        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(each -> !before.contains(each) && each.isAlive())
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.contains("harbor"))
                        .isEmpty());
    }
}
