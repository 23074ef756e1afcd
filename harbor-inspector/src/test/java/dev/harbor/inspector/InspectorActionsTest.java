package dev.harbor.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.run.RunState;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What operators do who may. */
final class InspectorActionsTest {

    private static String decision(Served served, String run, String verb) {
        return "/runs/" + run + "/pauses/" + served.pauseOf(run) + "/" + verb;
    }

    @Test
    void approval_letsTheCallBeMade_inTheNameOfWhoDecided() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r1", "change", Json.parse("{\"door\": \"north\"}"));

            HttpResponse<String> answer = served.post("acme", decision(served, "r1", "approve"), "note=go+ahead");

            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location")).hasValue(Served.MOUNT + "/runs/r1");
            served.await("r1", RunState.SUCCEEDED);
            assertThat(served.read("r1").invocations().get(0).output()).isEqualTo(Json.parse("{\"door\": \"north\"}"));
            assertThat(served.resolutions)
                    .singleElement()
                    .satisfies(each -> assertThat(each.resolution()).isEqualTo("approve"));
            assertThat(served.records("r1")).contains("olga", "go ahead");
        }
    }

    @Test
    void rejection_isHeardByThePlanner_withTheNote() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r1", "change");
            served.post("acme", decision(served, "r1", "reject"), "note=not+today");
            served.await("r1", RunState.SUCCEEDED);
            assertThat(served.read("r1")
                            .trajectory()
                            .steps()
                            .get(0)
                            .observations()
                            .get(0)
                            .content()
                            .toString())
                    .contains("not today");
        }
    }

    @Test
    void pauseThatIsDecided_isNotDecidedAgain() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r1", "change");
            String path = decision(served, "r1", "reject");
            assertThat(served.post("root", path).statusCode()).isEqualTo(303);
            served.await("r1", RunState.SUCCEEDED);
            assertThat(served.post("root", path.replace("/reject", "/approve")).statusCode())
                    .isEqualTo(404);
            assertThat(served.resolutions).hasSize(1);
        }
    }

    @Test
    void run_isPaused_andGoesOn() {
        try (Served served = Served.start()) {
            served.begin(Served.ADA, "r1", "hold");
            served.gate.awaitHeld(1);
            assertThat(served.get("root", "/runs/r1").body())
                    .contains("id=\"pause\"")
                    .doesNotContain("id=\"resume\"");
            assertThat(served.post("root", "/runs/r1/pause").statusCode()).isEqualTo(303);
            served.gate.open();
            served.await("r1", RunState.WAITING);
            assertThat(served.read("r1").reason()).isEqualTo("paused");

            assertThat(served.get("root", "/runs/r1").body())
                    .contains("id=\"resume\"")
                    .doesNotContain("id=\"pause\"");
            assertThat(served.post("root", "/runs/r1/resume").statusCode()).isEqualTo(303);
            served.await("r1", RunState.SUCCEEDED);
            assertThat(served.post("root", "/runs/r1/pause").statusCode()).isEqualTo(409);
            assertThat(served.get("root", "/runs/r1").body()).doesNotContain("method=\"post\"");
        }
    }

    @Test
    void run_isCancelled_forAReason() {
        try (Served served = Served.start()) {
            served.run(Served.ADA, "r1", "ask");
            assertThat(served.post("root", "/runs/r1/cancel", "reason=nobody+needs+it")
                            .statusCode())
                    .isEqualTo(303);
            served.await("r1", RunState.CANCELLED);
            assertThat(served.get("root", "/runs/r1").body()).contains("nobody needs it");
        }
    }

    @Test
    void form_isHeldToItsBounds() {
        InspectorLimits limits = InspectorLimits.builder().bodyBytes(6000).build();
        try (Served served = Served.start(builder -> builder.limits(limits))) {
            served.run(Served.ADA, "r1", "change");
            String path = decision(served, "r1", "approve");

            assertThat(served.post("root", path, "note=" + "x".repeat(5000)).statusCode())
                    .isEqualTo(400);
            assertThat(served.post("root", path, "note=" + "x".repeat(7000)).statusCode())
                    .isEqualTo(413);
            assertThat(served.post("root", path, "note=%zz").statusCode()).isEqualTo(400);
            assertThat(served.send(served.request("root", path)
                                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                    .build())
                            .statusCode())
                    .isEqualTo(415);
            assertThat(served.post("root", path.replace("approve", "perhaps")).statusCode())
                    .isEqualTo(404);
            assertThat(served.post("root", "/runs/r1/explode").statusCode()).isEqualTo(404);
            assertThat(served.read("r1").state()).isEqualTo(RunState.WAITING);
        }
    }
}
