package dev.harbor.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What operators see. */
final class InspectorPagesTest {

    private static final Pattern ID = Pattern.compile("<small class=\"id\">([^<]*)</small>");
    private static final Pattern NEXT = Pattern.compile("id=\"next\" href=\"([^\"]*)\"");

    private static List<String> ids(String page) {
        List<String> ids = new ArrayList<>();
        for (Matcher each = ID.matcher(page); each.find(); ) {
            ids.add(each.group(1));
        }
        return ids;
    }

    @Test
    void list_showsStateGoalTenantAndAge_newestFirst() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "a1", "look around");
            served.clock.advance(Duration.ofMinutes(90));
            served.run(Served.EVE, "e1", "ask somebody");
            served.clock.advance(Duration.ofMinutes(3));
            String page = served.get("root", "/").body();

            assertThat(ids(page)).containsExactly("e1", "a1");
            assertThat(page).contains("look around", "ask somebody", "acme", "umbrella", "3 min", "1 h", "succeeded");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'/?state=waiting', 'e1'",
        "'/?state=succeeded', 'a1'",
        "'/?state=open', 'e1'",
        "'/?state=failed', ''",
        "'/?state=nonsense', 'a1 e1'",
        "'/?tenant=acme', 'a1'",
        "'/?tenant=acme&state=waiting', ''",
        "'/?user=eve', ''",
        "'/?tenant=umbrella&user=eve', 'e1'"
    })
    void list_holdsWhatIsAskedFor(String path, String expected) {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "a1", "look");
            served.run(Served.EVE, "e1", "ask");
            assertThat(ids(served.get("root", path).body()))
                    .containsExactlyInAnyOrderElementsOf(
                            expected.isEmpty() ? List.of() : List.of(expected.split(" ", -1)));
        }
    }

    @Test
    void list_isReadPageByPage_eachRunOnce() {
        try (Served served = Served.start(
                builder -> builder.limits(InspectorLimits.builder().pageRuns(3).build()))) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                served.run(i % 3 == 0 ? Served.EVE : Served.ADA, "r" + i, "ask & wait");
                if (i % 3 != 0) {
                    expected.add("r" + i);
                }
            }
            assertThat(walk(served, "/?state=waiting&tenant=acme")).containsExactlyElementsOf(expected);
            assertThat(walk(served, "/")).hasSize(7).doesNotHaveDuplicates();
        }
    }

    private static List<String> walk(Served served, String first) {
        List<String> all = new ArrayList<>();
        String path = first;
        while (path != null) {
            String page = served.get("root", path).body();
            assertThat(ids(page)).hasSizeLessThanOrEqualTo(3);
            all.addAll(ids(page).stream().sorted().toList());
            Matcher next = NEXT.matcher(page);
            path = next.find() ? next.group(1).replace("&amp;", "&").substring(Served.MOUNT.length()) : null;
        }
        return all;
    }

    @Test
    void run_isFoundById() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r-1", "look");
            HttpResponse<String> found = served.get("root", "/?run=r-1");

            assertThat(found.statusCode()).isEqualTo(303);
            assertThat(found.headers().firstValue("Location")).hasValue(Served.MOUNT + "/runs/r-1");
            assertThat(served.get("root", "/?run=nobody").body()).contains("There is no run nobody.");
        }
    }

    @Test
    void run_showsWhatItDid_decided_foundOut_andUsed() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r1", "see the hill", Json.parse("{\"where\": \"beyond the river\"}"));
            String page = served.get("reader", "/runs/r1").body();

            assertThat(page)
                    .contains("see the hill", "acme", "ada", "s1", "succeeded")
                    .contains("world.see@v1", "beyond the river", "that was see")
                    .contains("sight", "hill-7", "observed")
                    .contains("Tool calls</span><span><b>1</b>", "finish: goal")
                    .contains("Began", "Ended: succeeded");
        }
    }

    @Test
    void run_showsWhatItWaitsFor() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r1", "change it", Json.parse("{\"door\": \"north\"}"));
            served.clock.advance(Duration.ofHours(2));
            for (String path : List.of("/runs/r1", "/waiting")) {
                assertThat(served.get("reader", path).body())
                        .contains(
                                "approval required",
                                "may the world be changed?",
                                "world.change@v1",
                                "north",
                                "for 2 h");
            }
            served.run(Served.ADA, "r2", "ask it");
            assertThat(served.get("root", "/runs/r2").body())
                    .contains("which one?", "the service that asked gets the answer")
                    .doesNotContain("/approve");
        }
    }

    @Test
    void waiting_inMoreRunsThanAPageHas_leadsToTheList() {
        try (Served served = Served.start(
                builder -> builder.limits(InspectorLimits.builder().pageRuns(2).build()))) {
            served.run(Served.ADA, "r1", "ask");
            assertThat(served.get("root", "/waiting").body()).contains("r1").doesNotContain("may be more");
            served.run(Served.ADA, "r2", "ask");
            served.run(Served.ADA, "r3", "ask");
            assertThat(served.get("root", "/waiting").body())
                    .contains("r1", "r2", "may be more", "/?state=waiting")
                    .doesNotContain("r3");
        }
    }

    @Test
    void tools_areShown_withSourcesAndBreakers() {
        try (Served served = Served.start()) {
            served.runtime.catalog().replace(Toolsets.of("weather", "g7", "weather.forecast", "Forecasts"));
            assertThat(served.get("root", "/tools").body())
                    .contains("weather", "g7", "weather.forecast@v1", "world.look@v1", "Looks at the world", "read");
            served.runtime.catalog().markUnavailable("weather");
            assertThat(served.get("root", "/tools").body()).contains("badge down");
        }
    }

    @Test
    void secrets_areNotShown() {
        try (Served served = Served.start()) {
            Json input = Json.parse("{\"api_key\": \"hunter2hunter2\", \"note\": \"Bearer abcdefghijklmnop1234\"}");
            served.run(Served.ADA, "r1", "see with password=hunter2hunter2", input);
            served.run(Served.ADA, "r2", "change with password=hunter2hunter2", input);
            for (String path : List.of("/", "/runs/r1", "/runs/r2", "/waiting")) {
                assertThat(served.get("root", path).body())
                        .as(path)
                        .contains("***")
                        .doesNotContain("hunter2", "abcdefghijklmnop1234");
            }
        }
    }

    @Test
    void documents_andTables_areCut() {
        InspectorLimits small =
                InspectorLimits.builder().documentLength(200).rows(2).build();
        try (Served served = Served.start(builder -> builder.limits(small))) {
            String text = "x".repeat(150) + "END" + "y".repeat(5000);
            served.run(Served.ADA, "r1", "see", Json.of(Map.of("text", text)));
            assertThat(served.get("root", "/runs/r1").body())
                    .contains("200 of 5,", "earlier moments are not shown")
                    .doesNotContain("y".repeat(201));
        }
    }

    @Test
    void document_isCut_afterSecretsWereTakenOut() {
        InspectorLimits small = InspectorLimits.builder().documentLength(30).build();
        try (Served served = Served.start(builder -> builder.limits(small))) {
            Json input = Json.parse("{\"password\": \"" + "hunter2".repeat(20) + "\"}");
            served.run(Served.ADA, "r1", "see", input);
            assertThat(served.get("root", "/runs/r1").body()).doesNotContain("hunter2");
        }
    }

    @Test
    void addresses_areHeldToWhatThereIs() {
        try (Served served = Served.start()) {
            HttpResponse<String> root = served.get("root", "");
            assertThat(root.statusCode()).isEqualTo(308);
            assertThat(root.headers().firstValue("Location")).hasValue(Served.MOUNT + "/");
            for (String path : List.of("/x", "/runs", "/runs/", "/runs/a/b", "/runs/a/b/c", "/events/x", "/tools/")) {
                assertThat(served.get("root", path).statusCode()).as(path).isEqualTo(404);
            }
            assertThat(served.get("root", "/?tenant=%25zz").statusCode()).isEqualTo(200);
            assertThat(served.post("root", "/").statusCode()).isEqualTo(404);
            assertThat(served.send(served.request("root", "/").DELETE().build()).statusCode())
                    .isEqualTo(405);
            assertThat(served.send(HttpRequest.newBuilder(served.address(Served.MOUNT + "s/"))
                                    .header("X-Operator", "root")
                                    .build())
                            .statusCode())
                    .isEqualTo(404);
            HttpResponse<String> head = served.send(served.request("root", "/")
                    .method("HEAD", HttpRequest.BodyPublishers.noBody())
                    .build());
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
        }
    }
}
