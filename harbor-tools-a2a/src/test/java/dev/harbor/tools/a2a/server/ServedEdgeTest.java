package dev.harbor.tools.a2a.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a served agent answers to requests, good and bad, over both bindings. */
@Timeout(120)
final class ServedEdgeTest {

    private Site site;
    private Wire ada;

    @BeforeEach
    void open() throws Exception {
        site = Site.start(builder -> builder.limits(Site.quick()
                .bodyBytes(100_000)
                .messageBytes(50_000)
                .parts(3)
                .messages(2)
                .build()));
        ada = new Wire(site, "ada");
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void card_isPublic_andIsNotSentAgain_toWhoHasIt() throws Exception {
        HttpResponse<String> card = new Wire(site, "nobody").raw("GET", "/.well-known/agent-card.json", "");
        String tag = card.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = ada.raw("GET", "/.well-known/agent-card.json", "", "If-None-Match", tag);
        HttpResponse<String> other = ada.raw("GET", "/.well-known/agent-card.json", "", "If-None-Match", "\"x\"");

        assertThat(card.statusCode()).isEqualTo(200);
        assertThat(card.headers().firstValue("Cache-Control")).hasValue("public, max-age=300");
        assertThat(Json.parse(card.body()).at("/supportedInterfaces/0/url").orElseThrow())
                .isEqualTo(Json.of(site.url()));
        assertThat(Json.parse(card.body()).at("/skills/1/id").orElseThrow()).isEqualTo(Json.of("count"));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(other.statusCode()).isEqualTo(200);
    }

    @Test
    void whoeverIsNotKnown_learnsNothing() throws Exception {
        Wire nobody = new Wire(site, "nobody");
        HttpResponse<String> call = nobody.raw(
                "POST", "", Wire.envelope("GetTask", Map.of("id", "x")).toString());
        HttpResponse<String> broken = new Wire(site, "breaks").raw("POST", "", "{}");

        assertThat(call.statusCode()).isEqualTo(401);
        assertThat(call.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(broken.statusCode()).isEqualTo(500);
        assertThat(broken.body()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\"    | -32700",
                "[]                                                     | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1}                         | -32600",
                "{\"id\":1,\"method\":\"GetTask\",\"params\":{}}        | -32600",
                "{\"jsonrpc\":\"2.0\",\"method\":\"GetTask\"}           | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"Dance\"}    | -32601",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"message/send\"} | -32601",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\",\"params\":[]} | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\",\"params\":{\"id\":7}} | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\",\"params\":{}} | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\",\"params\":{\"id\":\"x\",\"tenant\":\"t\"}} | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\",\"params\":{\"id\":\"x\",\"historyLength\":-1}} | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetTask\",\"params\":{\"id\":\"x\"}} | -32001",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"GetExtendedAgentCard\"} | -32007",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"CreateTaskPushNotificationConfig\",\"params\":{\"taskId\":\"x\"}} | -32001"
            })
    void badRequests_haveTheCodesOfTheProtocol(String body, int code) throws Exception {
        HttpResponse<String> answer =
                ada.raw("POST", "", body, "Content-Type", "application/json", "A2A-Version", "1.0");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Json.parse(answer.body()).at("/error/code").orElseThrow().asInt())
                .isEqualTo(code);
        assertThat(Json.parse(answer.body()).at("/error/data/0/domain").orElseThrow())
                .isEqualTo(Json.of("a2a-protocol.org"));
        assertThat(site.executed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"count\"}]}",
                "{\"messageId\":\"m\",\"parts\":[]}",
                "{\"messageId\":\"m\"}",
                "{\"messageId\":\"m\",\"parts\":[{}]}",
                "{\"messageId\":\"m\",\"parts\":[{\"text\":\"count\",\"url\":\"x\"}]}",
                "{\"messageId\":\"m\",\"parts\":[{\"text\":7}]}",
                "{\"messageId\":\"m\",\"parts\":[{\"raw\":\"no base64!\"}]}",
                "{\"messageId\":\"m\",\"role\":\"ROLE_AGENT\",\"parts\":[{\"text\":\"count\"}]}",
                "{\"messageId\":\"m\",\"parts\":[{\"text\":\"1\"},{\"text\":\"2\"},{\"text\":\"3\"},{\"text\":\"4\"}]}",
                "{\"messageId\":\"m\",\"parts\":[{\"data\":{\"only\":\"data\"}}]}",
                "{\"messageId\":\"two words\",\"parts\":[{\"text\":\"count\"}]}"
            })
    void badMessages_areRefused_andBeginNothing(String message) throws Exception {
        assertThat(ada.error("SendMessage", Map.of("message", Json.parse(message))))
                .isEqualTo(-32602);
        assertThat(ada.result("ListTasks", Map.of())
                        .get("totalSize")
                        .orElseThrow()
                        .asInt())
                .isZero();
    }

    @Test
    void version_thatIsNotSpoken_isNamed() throws Exception {
        String body = Wire.envelope("GetTask", Map.of("id", "x")).toString();
        Json none = Json.parse(
                ada.raw("POST", "", body, "Content-Type", "application/json").body());
        Json other = Json.parse(ada.raw("POST", "", body, "Content-Type", "application/json", "A2A-Version", "9.0")
                .body());

        assertThat(none.at("/error/code").orElseThrow().asInt()).isEqualTo(-32009);
        assertThat(Wire.text(none, "/error/message")).contains("0.3", "1.0");
        assertThat(other.at("/error/code").orElseThrow().asInt()).isEqualTo(-32009);
    }

    @Test
    void bodies_areBounded_andOfJson() throws Exception {
        String large = Wire.envelope("SendMessage", Map.of("message", Wire.message("x".repeat(120_000))))
                .toString();
        String json = "application/json";

        assertThat(ada.raw("POST", "", large, "Content-Type", json, "A2A-Version", "1.0")
                        .statusCode())
                .isEqualTo(413);
        assertThat(ada.raw("POST", "", "{}", "Content-Type", "text/plain").statusCode())
                .isEqualTo(415);
        assertThat(ada.raw("GET", "", "").statusCode()).isEqualTo(405);
        assertThat(ada.raw("DELETE", "/.well-known/agent-card.json", "").statusCode())
                .isEqualTo(405);
        assertThat(ada.error("SendMessage", Map.of("message", Wire.message("y".repeat(60_000)))))
                .isEqualTo(-32602);
    }

    @Test
    void filesOfARefusedMessage_areNotKept() throws Exception {
        Map<String, Object> large = Wire.message("");
        Map<String, Object> file = Map.of("raw", "aGVsbG8=", "filename", "f.txt");
        large.put("parts", List.of(file, Map.of("text", "y".repeat(60_000))));
        Map<String, Object> useless = Wire.message("");
        useless.put("metadata", Map.of(Skills.KEY, "count"));
        useless.put("parts", List.of(file, Map.of("text", "no arguments")));

        assertThat(ada.error("SendMessage", Map.of("message", large))).isEqualTo(-32602);
        assertThat(ada.error("SendMessage", Map.of("message", useless))).isEqualTo(-32602);
        assertThat(site.stored.list(ArtifactFilter.everyTenant(), 10)).isEmpty();
        large.put("parts", List.of(file, Map.of("text", "echo short")));
        ada.send(large);
        assertThat(site.stored.list(ArtifactFilter.everyTenant(), 10)).hasSize(1);
    }

    @Test
    void partThatCallsItselfAnArtifact_isWhatItIs() throws Exception {
        Map<String, Object> message = Wire.message("");
        message.put("parts", List.of(Map.of("text", "echo all", "artifact", "sha256:" + "0".repeat(64))));

        Json task = ada.send(message);
        assertThat(Wire.text(task, "/artifacts/0/parts/0/text")).isEqualTo("all");
        assertThat(Wire.text(task, "/history/0/parts/0/text")).isEqualTo("echo all");
    }

    @Test
    void pagesOfTasks_areBoundedInBytes() throws Exception {
        for (int i = 0; i < 3; i++) {
            ada.send("echo " + "z".repeat(30_000));
        }
        Json first = ada.result("ListTasks", Map.of("includeArtifacts", true, "historyLength", 2));
        Json rest = ada.result(
                "ListTasks",
                Map.of("includeArtifacts", true, "historyLength", 2, "pageToken", Wire.text(first, "/nextPageToken")));

        assertThat(first.get("tasks").orElseThrow().elements()).hasSize(1);
        assertThat(rest.get("tasks").orElseThrow().elements()).hasSize(1);
        assertThat(rest.at("/tasks/0/id")).isNotEqualTo(first.at("/tasks/0/id"));
    }

    @Test
    void headOfTheCard_hasNoBody() throws Exception {
        A2aRequest request =
                A2aRequest.of("HEAD", "/.well-known/agent-card.json", null, Map.of(), InputStream.nullInputStream());
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (A2aResponse answer = site.server.handle(request)) {
            answer.writeTo(body);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).containsKey("ETag");
        }
        assertThat(body.size()).isZero();
    }

    @Test
    void messagesOfATask_areBounded() throws Exception {
        Json asked = ada.send("ask");
        ada.send(Wire.answer(asked, "maybe"));

        assertThat(ada.error("SendMessage", Map.of("message", Wire.answer(asked, "red"))))
                .isEqualTo(-32004);
    }

    @Test
    void everyOperation_isThereByVerbAndPath_too() throws Exception {
        String[] usual = {"Content-Type", "application/a2a+json", "A2A-Version", "1.0"};
        String body = Json.of(Map.of("message", Wire.message("ask"))).toString();
        HttpResponse<String> sent = ada.raw("POST", "/message:send", body, usual);
        String id = Wire.text(Json.parse(sent.body()), "/task/id");

        assertThat(sent.statusCode()).isEqualTo(200);
        assertThat(sent.headers().firstValue("Content-Type")).hasValue("application/a2a+json");
        Json got = Json.parse(
                ada.raw("GET", "/tasks/" + id + "?historyLength=0", "", usual).body());
        assertThat(Wire.state(got)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(got.get("history")).isEmpty();
        assertThat(ada.raw("GET", "/tasks?pageSize=1&includeArtifacts=true", "", usual)
                        .body())
                .contains(id);
        assertThat(ada.raw("POST", "/tasks/" + id + ":cancel", "", "A2A-Version", "1.0")
                        .body())
                .contains("TASK_STATE_CANCELED");
        HttpResponse<String> gone = ada.raw("POST", "/tasks/nothing:cancel", "", "A2A-Version", "1.0");
        assertThat(gone.statusCode()).isEqualTo(404);
        assertThat(Wire.text(Json.parse(gone.body()), "/error/details/0/reason"))
                .isEqualTo("TASK_NOT_FOUND");
        assertThat(ada.raw(
                                "POST",
                                "/message:stream",
                                Json.of(Map.of("message", Wire.message("echo all")))
                                        .toString(),
                                usual)
                        .body())
                .contains("data: {\"task\":", "TASK_STATE_COMPLETED");
        assertThat(List.of(
                        ada.raw("GET", "/nowhere", "", usual).statusCode(),
                        ada.raw("GET", "/tasks?pageSize=x", "", usual).statusCode(),
                        ada.raw("GET", "/tasks", "").statusCode()))
                .isEqualTo(List.of(404, 400, 400));
    }

    @Test
    void server_isChecked_whenItIsBuilt() {
        A2aAuthenticator nobody = request -> java.util.Optional.empty();
        for (String url :
                Set.of("agents.example", "ftp://a.example/x", "https://a.example/", "https://a.example/x?y")) {
            assertThatThrownBy(() -> A2aServer.builder(site.runtime, site.journal, url, nobody))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        A2aServer.Builder builder = A2aServer.builder(site.runtime, site.journal, site.url(), nobody);
        assertThatThrownBy(builder::build).hasMessageContaining("describe");
        builder.describe("n", "d", "1");
        assertThatThrownBy(builder::build).hasMessageContaining("skill");
        A2aSkill tool = A2aSkill.tool("s", "S", "Does", "t");
        assertThatThrownBy(() -> builder.skill(tool).skill(tool).build()).hasMessageContaining("two skills");
        assertThatThrownBy(() -> tool.planner(context -> null)).hasMessageContaining("no planner");
        assertThatThrownBy(() -> builder.sweep(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
