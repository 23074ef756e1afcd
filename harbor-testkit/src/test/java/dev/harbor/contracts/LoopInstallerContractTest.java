package dev.harbor.contracts;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopMode;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ExternalToolInstallerContract;
import dev.harbor.testkit.TestIdentities;
import dev.harbor.tool.Tool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** The loops of the core keep the contract: those that carry turns out themselves, and those over an agent elsewhere. */
final class LoopInstallerContractTest {

    private abstract static class OverALoop extends ExternalToolInstallerContract {

        private final HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .build();

        abstract LoopDefinition definition();

        @Override
        protected ExternalToolInstaller create() {
            return runtime.as(TestIdentities.DEFAULT)
                    .loop("chat", definition())
                    .controller()
                    .capability(ExternalToolInstaller.class)
                    .orElseThrow();
        }

        @AfterEach
        void close() {
            runtime.close();
        }
    }

    @Nested
    final class Native extends OverALoop {

        private static Tool<Json, Json> tool(String name) {
            return Tool.json(name, Json.parse("{\"type\":\"object\"}"), arguments -> arguments);
        }

        @Override
        LoopDefinition definition() {
            return LoopDefinition.builder("native")
                    .tools(tool("base"))
                    .mode(LoopMode.of("write", tool("declared")))
                    .initialMode("")
                    .build();
        }

        @Override
        protected String declaredName() {
            return "declared";
        }
    }

    @Nested
    final class Foreign extends OverALoop {

        @Override
        LoopDefinition definition() {
            return LoopDefinition.foreign("foreign", turn -> Json.NULL).build();
        }

        @Override
        protected boolean takesTools() {
            return false;
        }
    }
}
