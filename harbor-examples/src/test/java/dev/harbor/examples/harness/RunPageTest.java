package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.tool.ToolFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunPageTest {

    private static final Interference IN_DOUBT = context -> {
        throw ToolFailed.inDoubt("the answer got lost", null);
    };

    @TempDir
    Path place;

    private Desk desk;

    @BeforeEach
    void open() {
        desk = Desk.at(place);
    }

    private String page() throws Exception {
        Path page = place.resolve("page.html");
        desk.command("inspect", "--run-id", desk.runId(), "--html", page.toString());
        return Files.readString(page);
    }

    @Test
    void page_ofAnEndedRun_showsBudgetCallsAndEvidence() throws Exception {
        desk.run();

        assertThat(page())
                .contains("<b>2</b> of 8", "width:25.0%")
                .contains("workspace.write@v1", "workspace.verify@v1")
                .contains(">observed<", ">verified<", ">claimed<", Desk.EXTERNAL_ID)
                .doesNotContain("class=\"advice\"");
    }

    @Test
    void page_ofAnyRun_needsNothingButItself() throws Exception {
        desk.run();

        assertThat(page()).doesNotContain("<script", "<link", "<img", "src=", "href=", "url(", "@import", "http");
    }

    @Test
    void page_ofARunInDoubt_saysWhatToDo() throws Exception {
        desk.run(IN_DOUBT.in(WorkspaceTools.WRITE));

        assertThat(page())
                .contains("This run is waiting for an operator to resolve workspace.write@v1 (c1)")
                .contains("<code>harness resolve --run-id " + desk.runId() + " --invocation-id c1")
                .contains("badge unknown");
    }

    @Test
    void run_withChildren_showsThem_onThePageAndInJson() {
        Run run = family();

        assertThat(RunPage.of(new RunView(run, Optional.empty(), List.of(), run.updatedAt())))
                .contains("Child runs", "<b>r1.1</b>", "look &lt;twice&gt;", "<b>r1.1.1</b>", "once more")
                .contains("<b>2</b> of 64");
        Json json = Json.of(RunJson.of(run));
        assertThat(json.at("/children/0/run/parentId")).contains(Json.of("r1"));
        assertThat(json.at("/children/0/children/0/run/id")).contains(Json.of("r1.1.1"));
        assertThat(json.at("/children/0/trajectory/steps").map(Json::asInt)).contains(3);
        assertThat(json.at("/trajectory/decisions/0/decision")).contains(Json.of("spawn a task"));
        assertThat(json.at("/run/budget/used/childRuns").map(Json::asInt)).contains(2);
        assertThat(json.at("/run/budget/limits/childRuns").map(Json::asInt)).contains(64);
    }

    /** Returns a run that spawned one that spawned one. */
    private static Run family() {
        Map<String, String> tasks = Map.of("all", "look <twice>", "look <twice>", "once more");
        Planner planner = context -> {
            String task = tasks.get(context.goal());
            if (task == null || context.trajectory().size() == 2) {
                return Decision.finish(Json.of("done"));
            }
            return context.trajectory().size() == 0
                    ? new Decision.SpawnTask(task, Json.EMPTY_OBJECT)
                    : new Decision.AwaitTask(context.runId() + ".1");
        };
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .planner(planner)
                .build()) {
            runtime.as(Identity.of("acme", "ada", "s1"))
                    .start(RunRequest.goal("all").id("r1"))
                    .await(Duration.ofMinutes(1));
            return runtime.operator().run("r1").orElseThrow();
        }
    }

    @Test
    void page_ofHostileText_showsItAsText() throws Exception {
        String secret = "sk-" + "a1B2".repeat(10);
        desk.event(
                "Write the release note", "Write <img src=x onerror=\\\"alert('x')\\\"> & " + secret + " \\u001b[31m");
        desk.run();

        assertThat(page())
                .contains("Write &lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt; &amp; ")
                .doesNotContain("<img", secret, "\u001b");
    }
}
