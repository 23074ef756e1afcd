package dev.harbor.examples.tenants;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.tenants.ServiceClient.Response;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TwoTenantServiceTest {

    record Nothing() {}

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private TwoTenantService service;
    private ServiceClient ada;
    private ServiceClient bob;

    @BeforeEach
    void start() throws Exception {
        Tool<Nothing, Nothing> slow = Tool.of("test.slow", Nothing.class, Nothing.class, this::waitForRelease)
                .effect(SideEffect.READ);
        Tool<Nothing, Nothing> unsure = Tool.of("test.unsure", Nothing.class, Nothing.class, nothing -> {
                    throw ToolFailed.inDoubt("the line went dead", null);
                })
                .effect(SideEffect.WRITE);
        service = TwoTenantService.start(0, List.of(slow, unsure));
        ada = ServiceClient.of(service, "acme", "ada", "s1");
        bob = ServiceClient.of(service, "globex", "bob", "s1");
    }

    private Nothing waitForRelease(Nothing nothing) throws InterruptedException {
        entered.countDown();
        if (!released.await(60, TimeUnit.SECONDS)) {
            throw ToolFailed.permanent("nobody let it go");
        }
        return nothing;
    }

    @AfterEach
    void stop() {
        released.countDown();
        service.close();
    }

    private static Set<String> names(Response tools) {
        return tools.json().at("/tools").orElseThrow().elements().stream()
                .map(tool -> tool.get("name").orElseThrow().asString())
                .collect(toSet());
    }

    @Test
    void tools_ofATenant_areItsOwn() throws Exception {
        assertThat(names(ada.get("tools")))
                .contains("stock.find", "notes.add", "artifact.fetch")
                .doesNotContain("invoices.total");
        assertThat(names(bob.get("tools")))
                .contains("invoices.total", "notes.add")
                .doesNotContain("stock.find", "stock.export");
    }

    @Test
    void call_thatSucceeds_answersWithItsResult() throws Exception {
        Response found = ada.call("stock.find", "{\"text\": \"hex BOLT m16 brass\"}");

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.header("Content-Type")).isEqualTo("application/json");
        assertThat(found.text("/status")).isEqualTo("succeeded");
        assertThat(found.text("/result/parts/0/name")).isEqualTo("Hex bolt M16 brass");
    }

    @Test
    void call_withoutBody_hasNoArguments() throws Exception {
        assertThat(ada.call("notes.list", "").status()).isEqualTo(200);
    }

    @Test
    void call_ofForeignTool_isNotFound() throws Exception {
        Response foreign = bob.call("stock.find", "{\"text\": \"bolt\"}");
        Response unknown = bob.call("stock.fond", "{\"text\": \"bolt\"}");

        assertThat(foreign.status()).isEqualTo(404);
        assertThat(foreign.text("/error/code")).isEqualTo("TOOL_NOT_FOUND");
        assertThat(unknown.text("/error/message")).doesNotContain("stock.find");
    }

    @Test
    void call_ofUnknownTool_isNotFoundWithNearNames() throws Exception {
        Response unknown = ada.call("stock.fnid", "{\"text\": \"bolt\"}");

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text("/error/message")).contains("stock.find");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stock.find     | {\"text\": \"bolt\", \"limit\": \"many\"}                     | /limit",
                "stock.find     | {\"limit\": 1}                                               | /text",
                "invoices.total | {\"items\": [{\"name\": \"a\", \"quantity\": 1.5, \"cents\": 1}]} | /items/0/quantity",
            })
    void call_withWrongArguments_isRefusedWithThePlace(String tool, String body, String pointer) throws Exception {
        Response refused = (tool.startsWith("stock") ? ada : bob).call(tool, body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("/error/code")).isEqualTo("INVALID_ARGUMENTS");
        assertThat(refused.text("/error/violations/0/at")).isEqualTo(pointer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"text\": | 8", "{text: 1} | 1", "{\"text\": \"a\"} x | 14"})
    void call_withBodyThatIsNoJson_isRefusedWithThePosition(String body, int position) throws Exception {
        Response refused = ada.call("stock.find", body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("/error/violations/0/at")).isEmpty();
        assertThat(refused.text("/error/message")).contains("character " + position);
    }

    @Test
    void call_thatIsDenied_isForbidden() throws Exception {
        Response denied = ada.call("mail.send", "{\"text\": \"hello\"}");

        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.text("/status")).isEqualTo("denied");
        assertThat(denied.text("/error/code")).isEqualTo("effect_denied");
    }

    @Test
    void call_whoseToolSaysNo_isUnprocessable() throws Exception {
        Response no = ada.call("stock.find", "{\"text\": \"spaceship\"}");

        assertThat(no.status()).isEqualTo(422);
        assertThat(no.text("/error/message")).contains("no part has a name like that");
    }

    @Test
    void call_whoseEffectIsInDoubt_doesNotInviteToTryAgain() throws Exception {
        Response unsure = ada.call("test.unsure", "");

        assertThat(unsure.status()).isEqualTo(500);
        assertThat(unsure.text("/status")).isEqualTo("unknown");
        assertThat(unsure.json().at("/error/retryable").map(Json::asBoolean)).contains(false);
        assertThat(unsure.header("Retry-After")).isEmpty();
    }

    @Test
    void result_thatIsHeavy_isAStubWithALink() throws Exception {
        Response export = ada.call("stock.export", "");

        assertThat(export.status()).isEqualTo(200);
        assertThat(export.raw().body().length()).isLessThan(8 * 1024);
        assertThat(export.json().get("result")).isEmpty();
        Response whole = ada.get(export.text("/artifact/href"));
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.header("Content-Type")).startsWith("application/json");
        assertThat(whole.raw().body().length())
                .isEqualTo(
                        export.json().at("/artifact/size_bytes").orElseThrow().asInt());
        assertThat(whole.json().at("/parts").orElseThrow().elements()).hasSize(864);
    }

    @Test
    void artifact_ofAnotherTenantUserOrSession_isNotFound() throws Exception {
        String ref = ada.call("stock.export", "").text("/artifact/artifact_ref");

        assertThat(ada.get("artifacts/" + ref).status()).isEqualTo(200);
        List<ServiceClient> others = List.of(
                bob, ServiceClient.of(service, "acme", "bob", "s1"), ServiceClient.of(service, "acme", "ada", "s2"));
        for (ServiceClient other : others) {
            assertThat(other.get("artifacts/" + ref).status()).isEqualTo(404);
            assertThat(other.call("artifact.fetch", "{\"ref\": \"" + ref + "\"}")
                            .status())
                    .isNotEqualTo(200);
        }
        assertThat(ada.get("artifacts/no-artifact").status()).isEqualTo(404);
    }

    @Test
    void hundredRequests_ofTwoTenantsAtOnce_areNotMixedUp() throws Exception {
        List<CompletableFuture<Response>> answers = new ArrayList<>();
        List<String> owners = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String tenant = i % 2 == 0 ? "acme" : "globex";
            ServiceClient client = ServiceClient.of(service, tenant, "user-" + i % 10, "session-" + i % 5);
            owners.add(client.session());
            answers.add(client.callLater(
                    "notes.add",
                    Json.of(Map.of("text", client.session() + " #" + i)).toString()));
        }
        for (int i = 0; i < 100; i++) {
            Response answer = answers.get(i).get(60, TimeUnit.SECONDS);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(path(answer.json().get("result").orElseThrow())).isEqualTo(owners.get(i));
        }
        for (String owner : Set.copyOf(owners)) {
            Json notes = ada.send("POST", owner + "/calls/notes.list", "")
                    .json()
                    .at("/result/notes")
                    .orElseThrow();
            assertThat(notes.elements())
                    .hasSize((int) owners.stream().filter(owner::equals).count())
                    .allSatisfy(note -> assertThat(note.asString()).startsWith(owner + " #"));
        }
    }

    private static String path(Json notes) {
        return "/tenants/" + notes.get("tenant").orElseThrow().asString() + "/users/"
                + notes.get("user").orElseThrow().asString() + "/sessions/"
                + notes.get("session").orElseThrow().asString();
    }

    @Test
    void close_whileACallRuns_answersItFirst() throws Exception {
        CompletableFuture<Response> running = ada.callLater("test.slow", "");
        assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);
        Awaitility.await().until(() -> ada.get("tools").status() == 503);
        assertThat(closing).isNotDone();
        released.countDown();
        closing.get(60, TimeUnit.SECONDS);

        assertThat(running.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
        service.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 404, NOT_FOUND",
        "GET, /tenants/acme/users/ada/sessions/1/nothing, 404, NOT_FOUND",
        "GET, /tenants/acme/users/ada/sessions/1, 404, NOT_FOUND",
        "GET, /tenants/umbrella/users/ada/sessions/1/tools, 404, UNKNOWN_TENANT",
        "GET, /tenants/acme/users//sessions/1/tools, 400, IDENTITY_REQUIRED",
        "DELETE, /tenants/acme/users/ada/sessions/1/tools, 405, METHOD_NOT_ALLOWED",
        "GET, /tenants/acme/users/ada/sessions/1/calls/notes.list, 405, METHOD_NOT_ALLOWED",
    })
    void path_thatLeadsNowhere_isRefused(String method, String path, int status, String code) throws Exception {
        Response refused = ada.send(method, path, "");

        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.text("/error/code")).isEqualTo(code);
    }

    @Test
    void body_thatIsTooLarge_isRefused() throws Exception {
        assertThat(ada.call("words.count", "{\"text\": \"" + "x".repeat(1 << 20) + "\"}")
                        .status())
                .isEqualTo(413);
    }

    @Test
    void names_withSlashesAndSpaces_stayWhole() throws Exception {
        ServiceClient odd = ServiceClient.of(service, "acme", "a%2Fb%20+c", "s%C3%BC");

        Response notes = odd.call("notes.list", "");

        assertThat(notes.text("/result/user")).isEqualTo("a/b +c");
        assertThat(notes.text("/result/session")).isEqualTo("s\u00fc");
    }
}
