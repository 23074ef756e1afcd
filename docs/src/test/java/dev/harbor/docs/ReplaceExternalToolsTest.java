package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolFactory;
import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopMode;
import dev.harbor.loop.LoopToolsResult;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the pages on loops and on external tools quote. */
final class ReplaceExternalToolsTest {

    private static final Identity ADA = Identity.of("acme", "ada", "session-1");

    @TempDir
    Path directory;

    record Question(String text) {}

    record Answer(String text) {}

    /** Is what a factory of external tools needs of a loop. */
    interface Workspace {

        String path();
    }

    private static Tool<Question, Answer> tool(String name) {
        return Tool.of(name, Question.class, Answer.class, question -> new Answer(name + ": " + question.text()))
                .effect(SideEffect.READ);
    }

    private static Tool<Question, Answer> filesIn(String path) {
        return tool("mcp.files").description("Finds files under " + path);
    }

    private HarborRuntime runtime() {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(JdbcJournal.sqlite(directory.resolve("harbor.db")))
                .planner(context -> context.trajectory().size() == 0
                        ? Decision.call(
                                context.tools()
                                        .get(context.tools().size() - 1)
                                        .id()
                                        .name(),
                                Json.parse("{\"text\":\"hello\"}"))
                        : Decision.finish(Json.of(context.tools().size())))
                .build();
    }

    private static LoopDefinition support() {
        Workspace workspace = () -> "/work";
        // snippet: define-a-loop
        LoopDefinition support = LoopDefinition.builder("support")
                .tools(tool("orders.find"), tool("orders.refund"))
                .mode(LoopMode.of("look", tool("orders.find")))
                .initialMode("look")
                .bind(Workspace.class, workspace)
                .build();
        // end
        return support;
    }

    @Test
    void loop_isOpened_spokenTo_andOpenedAgain() throws Exception {
        try (HarborRuntime runtime = runtime()) {
            Caller ada = runtime.as(ADA);
            // snippet: open-a-loop
            try (Loop loop = ada.loop("desk-7", support())) {
                TurnHandle turn = loop.send("where is my order?");
                TurnResult result = turn.await(Duration.ofMinutes(2)).orElseThrow();
                loop.controller().setMode("");
                // end
                assertThat(result.isDone()).isTrue();
            }
            assertThat(ada.loops()).containsExactly("desk-7");
            try (Loop again = ada.loop("desk-7", support())) {
                assertThat(again.controller().mode()).isEmpty();
            }
        }
    }

    @Test
    void tools_ofASource_areReplaced_cleared_andAskedFor() throws Exception {
        try (HarborRuntime runtime = runtime();
                Loop loop = runtime.as(ADA).loop("desk-7", support())) {
            // snippet: replace-external-tools
            ExternalToolInstaller installer =
                    loop.controller().capability(ExternalToolInstaller.class).orElseThrow();
            LoopToolsResult installed = installer.replaceExternalTools(
                    ExternalToolset.of("mcp", "build-42", List.of(tool("mcp.search"), tool("mcp.read"))));
            installer.replaceExternalTools(ExternalToolset.of("mcp", "none", List.of()));
            // end
            assertThat(installed.installed()).isEqualTo(2);
            assertThat(installer.installed()).isEmpty();
        }
    }

    @Test
    void factory_getsWhatItRequires() {
        try (HarborRuntime runtime = runtime()) {
            // snippet: open-with-external-tools
            ToolFactory files = ToolFactory.of(
                    "files",
                    List.of("mcp.files"),
                    Set.of(Workspace.class),
                    bindings ->
                            List.of(filesIn(bindings.capability(Workspace.class).path())));
            ExternalToolset mcp = new ExternalToolset("mcp", "build-42", List.of(files));
            Loop loop = runtime.as(ADA).loop("desk-7", support(), mcp);
            // end
            loop.close();
        }
    }

    @Test
    void source_feedsALoop_andHearsOfRefusals() {
        Source source = new Source();
        try (HarborRuntime runtime = runtime();
                Loop loop = runtime.as(ADA).loop("desk-7", support())) {
            ExternalToolInstaller installer =
                    loop.controller().capability(ExternalToolInstaller.class).orElseThrow();
            // snippet: feed-a-loop-from-a-source
            source.start(installer::replaceExternalTools);
            // end
            assertThat(installer.installed()).containsOnlyKeys("mcp");
            // snippet: refused-tools
            try {
                installer.replaceExternalTools(ExternalToolset.of("other", "1", List.of(tool("orders.refund"))));
            } catch (ToolsetChangeException refused) {
                assertThat(refused.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_TOOL_COLLISION);
                assertThat(refused.tool()).isEqualTo("orders.refund");
            }
            // end
            assertThat(installer.installed()).containsOnlyKeys("mcp");
        }
    }

    private static final class Source implements ToolSource {

        @Override
        public String name() {
            return "mcp";
        }

        @Override
        public void start(Consumer<ExternalToolset> toolsets) {
            toolsets.accept(ExternalToolset.of("mcp", "1", List.of(tool("mcp.search"))));
        }

        @Override
        public SourceState state() {
            return SourceState.READY;
        }

        @Override
        public void close() {}
    }
}
