package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of messages that are said to a served agent. */
@Timeout(120)
final class ServedTaskTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    private Site site;
    private Wire ada;
    private Wire bob;

    @BeforeEach
    void open() throws Exception {
        site = Site.start();
        ada = new Wire(site, "ada");
        bob = new Wire(site, "bob");
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void message_beginsATask_whoseResultIsItsArtifact() throws Exception {
        Json task = ada.send("echo hello you");

        assertThat(Wire.state(task)).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(Wire.text(task, "/artifacts/0/parts/0/text")).isEqualTo("hello you");
        assertThat(Wire.text(task, "/history/0/parts/0/text")).isEqualTo("echo hello you");
        assertThat(Wire.text(task, "/contextId")).isNotEmpty();
        assertThat(ada.task(task)).isEqualTo(task);
        assertThat(site.ada().run(Wire.text(task, "/id")).orElseThrow().goal()).isEqualTo("echo hello you");
    }

    @Test
    void messageThatComesTwice_isCarriedOutOnce() throws Exception {
        Map<String, Object> message = Wire.message("count");
        Json first = ada.send(message);
        Json again = ada.send(message);

        assertThat(again).isEqualTo(first);
        assertThat(site.executed).hasSize(1);
        assertThat(Wire.text(bob.send(message), "/id")).isNotEqualTo(Wire.text(first, "/id"));
        assertThat(site.executed).hasSize(2);
    }

    @Test
    void question_isAnsweredByAMessage_inAsManyRoundsAsItTakes() throws Exception {
        Json asked = ada.send("ask");
        assertThat(Wire.state(asked)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(Wire.text(asked, "/status/message/parts/0/text")).isEqualTo("which colour?");
        assertThat(Wire.text(asked, "/status/message/parts/1/data/form")).isEqualTo("colour");

        Json again = ada.send(Wire.answer(asked, "maybe"));
        assertThat(Wire.text(again, "/status/message/parts/0/text")).isEqualTo("are you sure?");
        Map<String, Object> red = Wire.answer(asked, "red");
        Json end = ada.send(red);

        assertThat(Wire.text(end, "/artifacts/0/parts/0/text")).isEqualTo("painted red");
        assertThat(end.get("history").orElseThrow().elements()).hasSize(3);
        assertThat(ada.send(red)).as("said twice").isEqualTo(end);
        assertThat(ada.error("SendMessage", Map.of("message", Wire.answer(asked, "blue"))))
                .as("the task is over")
                .isEqualTo(-32004);
    }

    @Test
    void messageToATaskThatWorks_isRefused_andNothingIsChanged() throws Exception {
        Json task = ada.sendAndGo(Wire.message("wait"));
        site.gate.awaitHeld(1);

        assertThat(ada.error("SendMessage", Map.of("message", Wire.answer(task, "hurry"))))
                .isEqualTo(-32004);
        site.gate.open();
        await().atMost(BOUND).until(() -> Wire.state(ada.task(task)).equals("TASK_STATE_COMPLETED"));
        assertThat(ada.task(task).get("history").orElseThrow().elements()).hasSize(1);
    }

    @Test
    void approval_isNotGivenByTheCaller_butWhereItAlwaysIs() throws Exception {
        Json waits = ada.send("paint");
        assertThat(Wire.state(waits)).isEqualTo("TASK_STATE_AUTH_REQUIRED");
        assertThat(waits.toString()).doesNotContain("door.paint");
        assertThat(ada.error("SendMessage", Map.of("message", Wire.answer(waits, "yes"))))
                .isEqualTo(-32004);

        String pause = site.ada().pauses(Wire.text(waits, "/id")).get(0).id();
        site.runtime.operator().resolvePause(pause, Resolution.approve("grace"));
        await().atMost(BOUND).until(() -> Wire.state(ada.task(waits)).equals("TASK_STATE_COMPLETED"));
        assertThat(Wire.text(ada.task(waits), "/artifacts/0/parts/0/text")).isEqualTo("painted by word");
    }

    @Test
    void approval_isTheCallers_ifTheEmbedderSaysSo() throws Exception {
        try (Site other = Site.start(A2aServer.Builder::callersApprove)) {
            Wire caller = new Wire(other, "ada");
            Json waits = caller.send("paint");
            assertThat(Wire.text(waits, "/status/message/parts/1/data/tool")).startsWith("door.paint");
            assertThat(caller.error("SendMessage", Map.of("message", Wire.answer(waits, "yes"))))
                    .as("words approve nothing")
                    .isEqualTo(-32602);

            Map<String, Object> word = Wire.answer(waits, "");
            word.put("parts", List.of(Map.of("data", Map.of("approved", true))));
            assertThat(Wire.state(caller.send(word))).isEqualTo("TASK_STATE_COMPLETED");

            Json denied = caller.send("paint it");
            Map<String, Object> no = Wire.answer(denied, "");
            no.put("parts", List.of(Map.of("data", Map.of("approved", false))));
            assertThat(Wire.state(caller.send(no))).isEqualTo("TASK_STATE_FAILED");
        }
    }

    @Test
    void toolAsASkill_isCalledWithTheDataOfTheMessage() throws Exception {
        Map<String, Object> message = Wire.message("");
        message.put("metadata", Map.of("https://harbor.dev/a2a/skill", "count"));
        message.put("parts", List.of(Map.of("data", Map.of("goal", "by tool"))));

        assertThat(Wire.text(ada.send(message), "/artifacts/0/parts/0/text")).isEqualTo("number 1");
        assertThat(site.executed).containsExactly("by tool");
        message.put("messageId", "other");
        message.put("parts", List.of(Map.of("text", "no data")));
        assertThat(ada.error("SendMessage", Map.of("message", message))).isEqualTo(-32602);
        message.put("metadata", Map.of("https://harbor.dev/a2a/skill", "unheard of"));
        assertThat(ada.error("SendMessage", Map.of("message", message))).isEqualTo(-32602);
    }

    @Test
    void partsOfEveryKind_reachTheRun_andFilesAreArtifacts() throws Exception {
        Map<String, Object> message = Wire.message("");
        String raw = Base64.getEncoder().encodeToString("bytes".getBytes(StandardCharsets.UTF_8));
        message.put(
                "parts",
                List.of(
                        Map.of("text", "input"),
                        Map.of("data", Map.of("answer", 42)),
                        Map.of("raw", raw, "filename", "f.bin", "mediaType", "application/x-f"),
                        Map.of("url", "https://files.example/x")));
        Json task = ada.send(message);
        Json data = task.at("/artifacts/0/parts/0/data").orElseThrow();

        assertThat(data.at("/data/0/answer").orElseThrow().asInt()).isEqualTo(42);
        assertThat(data.at("/files/0/size_bytes").orElseThrow().asInt()).isEqualTo(5);
        assertThat(data.at("/links/0").orElseThrow().asString()).isEqualTo("https://files.example/x");
        assertThat(Wire.text(task, "/artifacts/1/parts/0/raw")).isEqualTo(raw);
        assertThat(task.get("history").orElseThrow().toString()).doesNotContain(raw);
    }

    @Test
    void result_thatIsStored_isSentAsItsBytes_asFarAsTheyFit() throws Exception {
        Json file = ada.send("file");
        Json huge = ada.send("huge 100");

        assertThat(decoded(Wire.text(file, "/artifacts/1/parts/0/raw"))).isEqualTo("bytes of a file");
        assertThat(Wire.text(file, "/artifacts/1/parts/0/filename")).isEqualTo("thing.bin");
        assertThat(Wire.text(huge, "/artifacts/0/parts/0/text")).hasSize(100 * 1024);
        try (Site small = Site.start(
                builder -> builder.limits(Site.quick().fileBytes(1000).build()))) {
            Json cut = new Wire(small, "ada").send("huge 100");
            assertThat(Wire.text(cut, "/artifacts/0/parts/0/text")).contains("more than is sent along");
        }
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    @Test
    void runThatFails_isATaskThatFailed() throws Exception {
        Json task = ada.send("fail");

        assertThat(Wire.state(task)).isEqualTo("TASK_STATE_FAILED");
        assertThat(Wire.text(task, "/status/message/parts/0/text")).contains("the oven broke");
    }

    @Test
    void cancelling_stopsTheRun_andWhatIsOverCantBeCancelled() throws Exception {
        Json task = ada.send("ask");
        Json cancelled = ada.result("CancelTask", Map.of("id", Wire.text(task, "/id")));

        assertThat(Wire.state(cancelled)).isEqualTo("TASK_STATE_CANCELED");
        assertThat(ada.error("CancelTask", Map.of("id", Wire.text(task, "/id"))))
                .isEqualTo(-32002);
        assertThat(ada.error("CancelTask", Map.of("id", "unheard-of"))).isEqualTo(-32001);
    }

    @Test
    void cancelling_aWriteThatIsGoingOn_leavesItInDoubt_andSaysSo() throws Exception {
        Json task = ada.sendAndGo(Wire.message("wait"));
        site.gate.awaitHeld(1);
        Json after = ada.result("CancelTask", Map.of("id", Wire.text(task, "/id")));

        assertThat(Wire.state(after)).as("nobody knows whether it was done").isEqualTo("TASK_STATE_WORKING");
        assertThat(site.ada().run(Wire.text(task, "/id")).orElseThrow().inDoubt())
                .hasSize(1);
    }

    @Test
    void otherIdentities_findNothing() throws Exception {
        Json task = ada.send("ask");
        Map<String, Object> id = Map.of("id", Wire.text(task, "/id"));

        assertThat(bob.error("GetTask", id)).isEqualTo(-32001);
        assertThat(bob.error("CancelTask", id)).isEqualTo(-32001);
        assertThat(bob.error("SubscribeToTask", id)).isEqualTo(-32001);
        assertThat(bob.error("SendMessage", Map.of("message", Wire.answer(task, "red"))))
                .isEqualTo(-32001);
        assertThat(bob.rpc("GetTask", id)).isEqualTo(bob.rpc("GetTask", Map.of("id", "unheard-of")));
        assertThat(bob.result("ListTasks", Map.of()).get("tasks").orElseThrow().elements())
                .isEmpty();
        assertThat(Wire.state(ada.task(task))).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    }

    @Test
    void listing_goesPageByPage_theNewestFirst_byContextAndState() throws Exception {
        Map<String, Object> first = Wire.message("echo 1");
        first.put("contextId", "ours");
        Json one = ada.send(first);
        Map<String, Object> second = Wire.message("ask");
        second.put("contextId", "ours");
        Json two = ada.send(second);
        Json three = ada.send("echo 3");

        Json all = ada.result("ListTasks", Map.of("pageSize", 2));
        Json more = ada.result("ListTasks", Map.of("pageSize", 2, "pageToken", Wire.text(all, "/nextPageToken")));
        assertThat(ids(all)).containsExactly(Wire.text(three, "/id"), Wire.text(two, "/id"));
        assertThat(ids(more)).containsExactly(Wire.text(one, "/id"));
        assertThat(Wire.text(more, "/nextPageToken")).isEmpty();
        assertThat(all.get("totalSize").orElseThrow().asInt()).isEqualTo(3);
        assertThat(all.at("/tasks/0/artifacts")).isEmpty();
        assertThat(ids(ada.result("ListTasks", Map.of("contextId", "ours", "status", "TASK_STATE_INPUT_REQUIRED"))))
                .containsExactly(Wire.text(two, "/id"));
        assertThat(ada.result("ListTasks", Map.of("includeArtifacts", true, "historyLength", 1))
                        .toString())
                .contains("artifacts", "history");
        assertThat(ada.error("ListTasks", Map.of("pageToken", "\u00e4"))).isEqualTo(-32602);
    }

    private static List<String> ids(Json page) {
        return page.get("tasks").orElseThrow().elements().stream()
                .map(task -> Wire.text(task, "/id"))
                .toList();
    }
}
