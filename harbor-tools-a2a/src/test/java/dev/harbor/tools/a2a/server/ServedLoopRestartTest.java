package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.json.Json;
import dev.harbor.store.jdbc.JdbcJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the next process, and another one beside, make of a conversation. */
@Timeout(120)
final class ServedLoopRestartTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private Site site(int port) throws Exception {
        return Site.start(JdbcJournal.sqlite(folder.resolve("journal.db")), port, builder -> builder);
    }

    private static void comesTo(String state, Wire caller, Json task) {
        await().atMost(BOUND).until(() -> Wire.state(caller.task(task)).equals(state));
    }

    @Test
    void conversation_isGoneOnWith_itsQuestionsAndItsQueueIncluded() throws Exception {
        Map<String, Object> counted = Wire.said("ctx", "count before");
        Json done;
        Json asked;
        Json queued;
        int port;
        try (Site site = site(0)) {
            Wire ada = new Wire(site, "ada");
            done = ada.send(counted);
            asked = ada.send(Wire.said("ctx", "ask"));
            queued = ada.sendAndGo(Wire.said("ctx", "input"));
            port = site.port();
        }
        try (Site site = site(port)) {
            Wire ada = new Wire(site, "ada");

            assertThat(ada.send(counted)).isEqualTo(done);
            assertThat(site.executed).isEmpty();
            assertThat(ada.task(asked)).isEqualTo(asked);
            assertThat(Wire.state(ada.task(queued))).isEqualTo("TASK_STATE_SUBMITTED");
            assertThat(Wire.text(ada.send(Wire.answer(asked, "red")), "/artifacts/0/parts/0/text"))
                    .isEqualTo("painted red");
            comesTo("TASK_STATE_COMPLETED", ada, queued);
            assertThat(ada.task(queued).toString()).contains("count before", "painted red");
        }
    }

    @Test
    void messagesThatWereTaken_andNotHandedOver_areHandedOverByTheNext_inTheirOrder() throws Exception {
        int port;
        try (Site site = site(0)) {
            port = site.port();
            site.server.close();
            for (int i = 1; i <= 3; i++) {
                taken(site, "m" + i, "count " + i, Instant.EPOCH.plusSeconds(i));
            }
        }
        try (Site site = site(port)) {
            await().atMost(BOUND).until(() -> site.executed.size() == 3);
            assertThat(site.executed).containsExactly("count 1", "count 2", "count 3");
        }
    }

    /** Does what a process has done that dies before it hands over. */
    private static String taken(Site site, String messageId, String text, Instant at) {
        Map<String, Object> said = Wire.said("ctx", text);
        said.put("messageId", messageId);
        Incoming message = Incoming.read(Params.of(Json.of(said), "message"), A2aServerLimits.standard());
        Names names = new Names(site.url());
        String id = site.ada().turn(names.loop("talk", "ctx"), names.message(Site.ADA, messageId));
        new TaskLog(site.journal, site.url(), "dead")
                .add(
                        Site.ADA,
                        id,
                        "ctx",
                        known -> Optional.of(new TaskLog.Addition(
                                ServedTask.begun("ctx", "talk", message, message.parts(), at), TaskLog.TAKEN, false)));
        return id;
    }

    @Test
    void cancelThatWasWished_andNotCarriedOut_isCarriedOutByTheNext() throws Exception {
        Json asked;
        int port;
        try (Site site = site(0)) {
            asked = new Wire(site, "ada").send(Wire.said("ctx", "ask"));
            port = site.port();
            site.server.close();
            new TaskLog(site.journal, site.url(), "dead")
                    .add(
                            Site.ADA,
                            Wire.text(asked, "/id"),
                            "ctx",
                            known -> Optional.of(
                                    new TaskLog.Addition(ServedTask.cancel(Instant.EPOCH), TaskLog.TAKEN, false)));
        }
        try (Site site = site(port)) {
            comesTo("TASK_STATE_CANCELED", new Wire(site, "ada"), asked);
        }
    }

    @Test
    void messageThatWasCancelled_beforeItWasHandedOver_neverBegins() throws Exception {
        int port;
        String id;
        try (Site site = site(0)) {
            port = site.port();
            site.server.close();
            id = taken(site, "m1", "count never", Instant.EPOCH);
            new TaskLog(site.journal, site.url(), "dead")
                    .add(
                            Site.ADA,
                            id,
                            "ctx",
                            known -> Optional.of(
                                    new TaskLog.Addition(ServedTask.cancel(Instant.EPOCH), TaskLog.TAKEN, false)));
        }
        try (Site site = site(port)) {
            Wire ada = new Wire(site, "ada");
            comesTo("TASK_STATE_CANCELED", ada, Json.of(Map.of("id", id)));
            assertThat(Wire.state(ada.send(Wire.said("ctx", "echo on")))).isEqualTo("TASK_STATE_COMPLETED");
            assertThat(site.ada().run(id)).isEmpty();
            assertThat(site.executed).isEmpty();
        }
    }

    @Test
    void cancelThatAProcessBesideHasTaken_reachesTheTurn() throws Exception {
        try (Site first = Site.start();
                Site second = Site.beside(first)) {
            Json running = new Wire(first, "ada").sendAndGo(Wire.said("ctx", "look"));
            first.gate.awaitHeld(1);
            Wire there = new Wire(second, "ada");
            there.result("CancelTask", Map.of("id", Wire.text(running, "/id")));

            comesTo("TASK_STATE_CANCELED", there, running);
            await().atMost(BOUND).until(() -> first.gate.held() == 0);
        }
    }

    @Test
    void processBeside_takesMessages_andLeavesThemToTheOneThatHasTheLoop() throws Exception {
        try (Site first = Site.start();
                Site second = Site.beside(first)) {
            Wire here = new Wire(first, "ada");
            Wire there = new Wire(second, "ada");
            Json running = here.sendAndGo(Wire.said("ctx", "wait"));
            first.gate.awaitHeld(1);
            Json counted = there.sendAndGo(Wire.said("ctx", "count"));
            Json withdrawn = there.sendAndGo(Wire.said("ctx", "count never"));

            assertThat(Wire.state(counted)).isEqualTo("TASK_STATE_SUBMITTED");
            there.result("CancelTask", Map.of("id", Wire.text(withdrawn, "/id")));
            comesTo("TASK_STATE_CANCELED", there, withdrawn);
            first.gate.open();
            comesTo("TASK_STATE_COMPLETED", there, running);
            comesTo("TASK_STATE_COMPLETED", there, counted);
            assertThat(first.executed).containsExactly("wait", "count");
            assertThat(second.executed).isEmpty();
        }
    }

    @Test
    void answerThatAProcessBesideHasTaken_reachesTheTurn() throws Exception {
        try (Site first = Site.start();
                Site second = Site.beside(first)) {
            Json asked = new Wire(first, "ada").send(Wire.said("ctx", "ask"));
            Wire there = new Wire(second, "ada");
            there.sendAndGo(Wire.answer(asked, "red"));

            comesTo("TASK_STATE_COMPLETED", there, asked);
            assertThat(Wire.text(there.task(asked), "/artifacts/0/parts/0/text"))
                    .isEqualTo("painted red");
            assertThat(Wire.state(new Wire(first, "ada").send(Wire.said("ctx", "echo on"))))
                    .isEqualTo("TASK_STATE_COMPLETED");
        }
    }
}
