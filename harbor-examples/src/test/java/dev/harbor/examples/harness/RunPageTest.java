package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.tool.ToolFailed;
import java.nio.file.Files;
import java.nio.file.Path;
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
