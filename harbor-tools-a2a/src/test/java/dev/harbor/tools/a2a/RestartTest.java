package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunResult;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.tool.ToolOutcome;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A question that is open when the virtual machine dies is answered in the next one, to the same task, and nothing is sent twice. */
final class RestartTest {

    @TempDir
    private Path folder;

    /** Asks, prints the token of the pause, and waits to be killed. */
    public static void main(String[] args) throws Exception {
        try (A2aAccess access = A2aAccess.builder().allowLoopback().build();
                JdbcJournal journal = JdbcJournal.sqlite(Path.of(args[1]));
                HarborRuntime runtime = runtime(args[0], access, journal)) {
            ToolOutcome<Json> outcome = runtime.as(World.ADA).call("a_do", Json.of(Map.of("message", "ask")));
            System.out.println("TOKEN " + ((ToolOutcome.Paused<Json>) outcome).token());
            System.in.read();
        }
    }

    private static HarborRuntime runtime(String url, A2aAccess access, JdbcJournal journal) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(journal)
                .source(A2aTools.agent("a", url)
                        .access(access)
                        .limits(World.quick().build())
                        .build())
                .build();
    }

    private String tokenOfAProcessThatDies(FakeAgent agent, Path file) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RestartTest.class.getName(),
                        agent.url(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.startsWith("TOKEN ")) {
                line = lines.readLine();
            }
            assertThat(line).as("the process pauses").isNotNull();
            return line.substring("TOKEN ".length());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void question_ofAProcessThatWasKilled_isAnsweredInTheNext() throws Exception {
        Path file = folder.resolve("journal.db");
        try (FakeAgent agent = FakeAgent.start(FakeAgent.Speech.NEW)) {
            String token = tokenOfAProcessThatDies(agent, file);
            try (A2aAccess access = A2aAccess.builder().allowLoopback().build();
                    JdbcJournal journal = JdbcJournal.sqlite(file);
                    HarborRuntime runtime = runtime(agent.url(), access, journal)) {
                RunResult end = runtime.as(World.ADA)
                        .resolvePause(token, Resolution.resume("ada", Json.of("red")))
                        .run()
                        .await(Duration.ofMinutes(1));

                assertThat(end.result().toString()).contains("painted red");
                assertThat(agent.tasks).hasSize(1);
                assertThat(agent.task().received).containsExactly("red");
                assertThat(agent.executed).hasSize(2);
                World.soundly(agent);
            }
        }
    }
}
