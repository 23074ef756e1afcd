package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolFactory;
import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A loop whose turns a remote agent carries out, as a runtime runs it. */
@Timeout(120)
final class A2aLoopTest {

    private static final Duration BOUND = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private static LoopDefinition talk(A2aAgent agent) {
        return LoopDefinition.foreign("talk", agent).build();
    }

    private static A2aAgent agent(FakeAgent agent, Journal journal) {
        return A2aTools.agent("a", agent.url())
                .ownAccess(A2aAccess.builder().allowLoopback().build())
                .limits(World.quick().build())
                .buildAgent(BOUND, journal);
    }

    private static HarborRuntime runtime(Journal journal) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(journal)
                .build();
    }

    private static TurnResult said(Loop loop, String text) throws InterruptedException {
        return loop.send(text).awaitEnd(BOUND).orElseThrow();
    }

    @Test
    void loop_goesOnWithItsConversation_afterARestart_andAnswersTheQuestionThatIsOpen() throws Exception {
        Path file = folder.resolve("journal.db");
        try (FakeAgent fake = FakeAgent.start(FakeAgent.Speech.NEW)) {
            try (JdbcJournal journal = JdbcJournal.sqlite(file);
                    A2aAgent agent = agent(fake, journal);
                    HarborRuntime runtime = runtime(journal);
                    Loop loop = runtime.as(World.ADA).loop("l1", talk(agent))) {
                assertThat(World.text(said(loop, "ask").result())).isEqualTo("which colour?");
            }
            try (JdbcJournal journal = JdbcJournal.sqlite(file);
                    A2aAgent agent = agent(fake, journal);
                    HarborRuntime runtime = runtime(journal);
                    Loop loop = runtime.as(World.ADA).loop("l1", talk(agent));
                    Loop other = runtime.as(World.ADA).loop("l2", talk(agent))) {
                assertThat(World.text(said(loop, "red").result())).isEqualTo("painted red");
                assertThat(World.text(said(other, "echo hi").result())).isEqualTo("hi");
                assertThat(said(loop, "fail").state()).isEqualTo(TurnState.FAILED);
            }
            assertThat(fake.messages.get(1).at("/message/taskId"))
                    .as("the answer")
                    .isPresent();
            assertThat(fake.messages.get(2).at("/message/contextId"))
                    .as("the other loop")
                    .isEmpty();
            World.soundly(fake);
        }
    }

    @Test
    void loop_refusesExternalTools_withTheTypedError() throws Exception {
        try (FakeAgent fake = FakeAgent.start(FakeAgent.Speech.NEW);
                JdbcJournal journal = JdbcJournal.sqlite(folder.resolve("j.db"));
                A2aAgent agent = agent(fake, journal);
                HarborRuntime runtime = runtime(journal);
                Loop loop = runtime.as(World.ADA).loop("l", talk(agent))) {
            Tool<Json, Json> tool = Tool.json("more", Json.parse("{\"type\":\"object\"}"), in -> in)
                    .description("Does more");
            ExternalToolset toolset = new ExternalToolset("mcp", "g1", List.of(ToolFactory.of(tool)));
            ExternalToolInstaller installer =
                    loop.controller().capability(ExternalToolInstaller.class).orElseThrow();
            ToolsetChangeException refusal =
                    catchThrowableOfType(ToolsetChangeException.class, () -> installer.replaceExternalTools(toolset));

            assertThat(refusal.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_TOOLS_UNSUPPORTED);
        }
    }
}
