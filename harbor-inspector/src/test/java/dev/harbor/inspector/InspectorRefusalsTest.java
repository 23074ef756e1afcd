package dev.harbor.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.run.RunState;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody sees or does anything that the authorizer has not named. */
final class InspectorRefusalsTest {

    private static final String SECRET_GOAL = "change the locks of vault 9";

    static Stream<String> reading() {
        return Stream.of(
                "",
                "/",
                "/?state=waiting",
                "/waiting",
                "/tools",
                "/events",
                "/runs/r1",
                "/runs/r1/events",
                "/runs/nobody",
                "/inspector.css",
                "/inspector.js",
                "/anything");
    }

    static List<String> acting(Served served) {
        String pause = served.pauseOf("r1");
        return List.of(
                "/runs/r1/cancel",
                "/runs/r1/pause",
                "/runs/r1/resume",
                "/runs/r1/pauses/" + pause + "/approve",
                "/runs/r1/pauses/" + pause + "/reject");
    }

    private static Served waiting() {
        return waiting(Served.start());
    }

    private static Served waiting(Served served) {
        served.run(Served.ADA, "r1", SECRET_GOAL, Json.parse("{\"door\": \"north\"}"));
        return served;
    }

    @ParameterizedTest
    @MethodSource("reading")
    void inspector_withoutAuthorizer_refusesEveryPage(String path) {
        try (Served served = waiting(Served.start(builder -> builder.authorizer(InspectorAuthorizer.NOBODY)))) {
            assertRefused(served.get("root", path));
        }
    }

    @Test
    void inspector_isBuiltWithoutAuthorizer_andHasNobody() throws Exception {
        try (Served served = waiting();
                Inspector bare = Inspector.builder(served.runtime).build()) {
            InspectorRequest request =
                    InspectorRequest.of("GET", "", "/", null, Map.of(), InputStream.nullInputStream());
            try (InspectorResponse response = bare.handle(request)) {
                assertThat(response.status()).isEqualTo(403);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("reading")
    void stranger_isRefusedEveryPage(String path) {
        try (Served served = waiting()) {
            assertRefused(served.get("stranger", path));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stranger", "reader"})
    void action_isRefused_toWhoMayNotDoIt(String who) {
        try (Served served = waiting()) {
            for (String path : acting(served)) {
                assertRefused(served.post(who, path));
            }
            assertThat(served.read("r1").state()).isEqualTo(RunState.WAITING);
        }
    }

    private static void assertRefused(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).doesNotContain("vault", "acme", "ada", "r1");
    }

    @Test
    void authorizer_thatFails_admitsNobody_andItsWordsStayInside() {
        try (Served served = waiting()) {
            HttpResponse<String> response = served.get("broken", "/");
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).doesNotContain("directory", "vault");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/runs/%s", "/runs/%s/events", "/?run=%s&state=waiting"})
    void run_ofAnotherTenant_isLikeOneThatDoesNotExist(String path) {
        try (Served served = waiting()) {
            served.run(Served.EVE, "e1", "ask somebody");
            HttpResponse<String> theirs = served.get("acme", path.replace("%s", "e1"));
            HttpResponse<String> nobodys = served.get("acme", path.replace("%s", "x1"));

            assertThat(theirs.statusCode()).isEqualTo(nobodys.statusCode()).isNotEqualTo(303);
            assertThat(theirs.body().replace("e1", "x1")).isEqualTo(nobodys.body());
        }
    }

    @Test
    void run_ofAnotherTenant_isNotTouched() {
        try (Served served = waiting()) {
            served.run(Served.EVE, "e1", "change something");
            String pause = served.pauseOf("e1");
            for (String path : List.of(
                    "/runs/e1/cancel",
                    "/runs/e1/pauses/" + pause + "/approve",
                    "/runs/r1/pauses/" + pause + "/approve")) {
                assertThat(served.post("acme", path).statusCode()).as(path).isEqualTo(404);
            }
            assertThat(served.read("e1").state()).isEqualTo(RunState.WAITING);
            assertThat(served.pauseOf("e1")).isEqualTo(pause);
        }
    }

    @Test
    void lists_holdWhatTheAccessCovers_whateverIsAskedFor() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "a-one", "ask a");
            served.run(Served.BEN, "b-one", "ask b");
            served.run(Served.EVE, "e-one", "ask e");
            for (String path : List.of("/", "/waiting", "/?tenant=umbrella", "/?tenant=umbrella&user=eve")) {
                assertThat(served.get("acme", path).body()).as(path).doesNotContain("e-one", "ask e");
                assertThat(served.get("ada", path).body()).as(path).doesNotContain("e-one", "b-one");
                assertThat(served.get("session", path).body()).as(path).doesNotContain("e-one", "b-one");
            }
            assertThat(served.get("acme", "/?tenant=umbrella").body()).doesNotContain("a-one", "b-one");
            assertThat(served.get("acme", "/").body()).contains("a-one", "b-one");
            assertThat(served.get("acme", "/waiting").body()).contains("a-one", "b-one");
            assertThat(served.get("ada", "/?user=ben").body()).doesNotContain("a-one", "b-one");
            assertThat(served.get("session", "/").body()).contains("a-one");
            assertThat(served.get("root", "/?tenant=umbrella").body())
                    .contains("e-one")
                    .doesNotContain("a-one");
            assertThat(served.get("root", "/?tenant=acme&user=ben").body())
                    .contains("b-one")
                    .doesNotContain("a-one", "e-one");
        }
    }

    @Test
    void page_hasNoForm_forWhatMayNotBeDone() {
        try (Served served = waiting()) {
            String post = "method=\"post\"";
            assertThat(served.get("reader", "/runs/r1").body())
                    .contains("vault")
                    .doesNotContain(post);
            assertThat(served.get("reader", "/waiting").body()).doesNotContain(post);
            assertThat(served.get("decider", "/runs/r1").body())
                    .contains("/approve", "/reject")
                    .doesNotContain("/cancel");
            assertThat(served.get("driver", "/runs/r1").body())
                    .contains("/cancel")
                    .doesNotContain("/approve", "/reject");
        }
    }

    @Test
    void say_isForWhatItIsOf() {
        try (Served served = waiting()) {
            List<String> paths = acting(served);
            assertThat(served.post("decider", paths.get(0)).statusCode()).isEqualTo(403);
            assertThat(served.post("driver", paths.get(3)).statusCode()).isEqualTo(403);
            assertThat(served.read("r1").state()).isEqualTo(RunState.WAITING);
        }
    }

    @Test
    void tools_areShown_toWhoMaySeeThem() {
        try (Served served = Served.start()) {
            assertThat(served.get("acme", "/tools").statusCode()).isEqualTo(403);
            assertThat(served.get("acme", "/tools").body()).doesNotContain("world.look");
            assertThat(served.get("acme", "/").body()).doesNotContain("/tools");
            assertThat(served.get("root", "/tools").body()).contains("world.look");
        }
    }

    @Test
    void form_ofAnotherSite_isRefused() {
        try (Served served = waiting()) {
            String path = acting(served).get(3);
            for (String site : List.of("cross-site", "same-site", "something-new")) {
                assertThat(served.post("root", path, "", "Sec-Fetch-Site", site).statusCode())
                        .isEqualTo(403);
            }
            for (String origin : List.of("https://evil.example", "null", "http://127.0.0.1", "http://evil example")) {
                assertThat(served.post("root", path, "", "Origin", origin).statusCode())
                        .as(origin)
                        .isEqualTo(403);
            }
            assertThat(served.read("r1").state()).isEqualTo(RunState.WAITING);
        }
    }

    @Test
    void form_ofItsOwnPage_isTaken() {
        try (Served served = waiting()) {
            String own = served.address("").toString();
            assertThat(served.post("root", "/runs/r1/pause", "", "Origin", own).statusCode())
                    .isEqualTo(303);
            assertThat(served.post("root", acting(served).get(3), "", "Sec-Fetch-Site", "same-origin")
                            .statusCode())
                    .isEqualTo(303);
        }
    }

    @Test
    void everyAnswer_hasThePolicy() {
        try (Served served = waiting()) {
            List<HttpResponse<String>> answers = List.of(
                    served.get("root", "/"),
                    served.get("root", "/runs/r1"),
                    served.get("root", "/waiting"),
                    served.get("root", "/tools"),
                    served.get("root", "/inspector.css"),
                    served.get("root", "/inspector.js"),
                    served.get("root", "/nothing"),
                    served.get("root", ""),
                    served.get("stranger", "/"),
                    served.get("broken", "/"),
                    served.post("root", "/runs/r1/cancel"),
                    served.send(served.request("root", "/")
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build()));
            assertThat(answers).allSatisfy(answer -> {
                assertThat(answer.headers().firstValue("Content-Security-Policy"))
                        .hasValueSatisfying(policy -> assertThat(policy)
                                .contains(
                                        "default-src 'none'",
                                        "script-src 'self'",
                                        "frame-ancestors 'none'",
                                        "form-action 'self'",
                                        "require-trusted-types-for 'script'")
                                .doesNotContain("unsafe"));
                assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
                assertThat(answer.headers().firstValue("X-Content-Type-Options"))
                        .hasValue("nosniff");
            });
        }
    }
}
