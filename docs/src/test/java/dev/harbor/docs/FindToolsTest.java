package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tools.search.LuceneToolFinder;
import org.junit.jupiter.api.Test;

/** The code that the page on finding tools quotes. */
final class FindToolsTest {

    record Rename(String from, String to) {}

    @Test
    void deferredTool_isFound() {
        // snippet: find-tools
        Tool<Rename, Rename> rename = Tool.of("files.rename", Rename.class, Rename.class, names -> names)
                .description("Gives a file another name")
                .effect(SideEffect.WRITE)
                .deferred();

        HarborRuntime runtime = HarborRuntime.builder()
                .tools(rename)
                .toolSearch(LuceneToolFinder.create())
                .artifacts(Artifacts.memory())
                .build();
        // end
        try (runtime) {
            Json found = runtime.as(Identity.of("acme", "ada", "session-1"))
                    .call("tool.search", Json.parse("{\"query\": \"another name for a file\"}"))
                    .orThrow();
            assertThat(found.at("/tools/0/name").orElseThrow()).isEqualTo(Json.of("files_rename"));
        }
    }
}
