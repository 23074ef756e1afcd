package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.json.Json;
import dev.harbor.store.jdbc.JdbcJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the next process answers for. */
@Timeout(120)
final class ServedRestartTest {

    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final String AGENT_ID = "a2a-0000000000000000000000000000abcd";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("journal.db");
    }

    private Site site(int port) throws Exception {
        return Site.start(JdbcJournal.sqlite(file), port, builder -> builder);
    }

    @Test
    void tasks_areKnown_andWhatWasSaidIsNotDoneAgain() throws Exception {
        Map<String, Object> counted = Wire.message("count");
        Json done;
        Json asked;
        int port;
        try (Site site = site(0)) {
            Wire ada = new Wire(site, "ada");
            done = ada.send(counted);
            asked = ada.send("ask");
            port = site.port();
        }
        try (Site site = site(port)) {
            Wire ada = new Wire(site, "ada");

            assertThat(ada.task(done)).isEqualTo(done);
            assertThat(ada.send(counted)).isEqualTo(done);
            assertThat(site.executed).isEmpty();
            assertThat(ada.task(asked)).isEqualTo(asked);
            assertThat(new Wire(site, "bob").error("GetTask", Map.of("id", Wire.text(asked, "/id"))))
                    .isEqualTo(-32001);
            assertThat(Wire.text(ada.send(Wire.answer(asked, "red")), "/artifacts/0/parts/0/text"))
                    .isEqualTo("painted red");
        }
    }

    @Test
    void messageThatWasTaken_andNotBegun_isBegunByTheNext() throws Exception {
        int port;
        try (Site site = site(0)) {
            port = site.port();
            TaskLog log = new TaskLog(site.journal, site.url(), "dead");
            Incoming message =
                    Incoming.read(Params.of(Json.of(Wire.message("count")), "message"), A2aServerLimits.standard());
            site.server.close();
            log.add(
                    Site.ADA,
                    AGENT_ID,
                    "ctx",
                    known -> Optional.of(new TaskLog.Addition(
                            ServedTask.begun("ctx", "do", message, message.parts(), Instant.EPOCH),
                            TaskLog.TAKEN,
                            false)));
        }
        try (Site site = site(port)) {
            await().atMost(BOUND)
                    .until(() ->
                            Wire.state(new Wire(site, "ada").task(AGENT_ID)).equals("TASK_STATE_COMPLETED"));
            assertThat(site.executed).hasSize(1);
        }
    }

    @Test
    void answerThatWasTaken_andNotHandedOver_isHandedOverByTheNext() throws Exception {
        int port;
        String id;
        try (Site site = site(0)) {
            port = site.port();
            id = Wire.text(new Wire(site, "ada").send("ask"), "/id");
            site.server.close();
            String pause = site.ada().pauses(id).get(0).id();
            Incoming message =
                    Incoming.read(Params.of(Json.of(Wire.message("green")), "message"), A2aServerLimits.standard());
            new TaskLog(site.journal, site.url(), "dead")
                    .add(
                            Site.ADA,
                            id,
                            "ctx",
                            known -> Optional.of(new TaskLog.Addition(
                                    ServedTask.answered(pause, message, message.parts(), Instant.EPOCH),
                                    TaskLog.TAKEN,
                                    false)));
        }
        try (Site site = site(port)) {
            Wire ada = new Wire(site, "ada");
            await().atMost(BOUND).until(() -> Wire.state(ada.task(id)).equals("TASK_STATE_COMPLETED"));
            assertThat(Wire.text(ada.task(id), "/artifacts/0/parts/0/text")).isEqualTo("painted green");
        }
    }

    @Test
    void journal_keepsNoMoreThanWhatWasSaid() throws Exception {
        try (Site site = site(0)) {
            Json task = new Wire(site, "ada").send("count");
            List<String> types = site.journal
                    .read("a2a/" + Wire.text(task, "/id"), 1)
                    .map(record -> record.entry().type())
                    .toList();

            assertThat(types).containsExactly("a2a.task");
        }
    }
}
