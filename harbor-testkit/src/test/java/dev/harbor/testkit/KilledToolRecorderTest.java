package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An effect that was counted is still counted when the process that counted it is killed without warning. */
final class KilledToolRecorderTest {

    private static final int KILLS = 8;
    private static final int EFFECTS_BEFORE_KILL = 5;

    @TempDir
    Path folder;

    /** Counts for ever, and says what it has counted. */
    public static final class Child {

        private Child() {}

        public static void main(String... arguments) throws IOException {
            try (ToolRecorder recorder = ToolRecorder.file(Path.of(arguments[0]))) {
                for (int i = 0; ; i++) {
                    String key = arguments[1] + "-" + i;
                    recorder.record(new Effect("mail.send", key, "run-1", "call-" + key, 1));
                    System.out.write((key + "\n").getBytes(StandardCharsets.UTF_8));
                    System.out.flush();
                }
            }
        }
    }

    @Test
    void effects_countedBeforeAKill_areThere_andNoneTwice() throws Exception {
        Path file = folder.resolve("effects");
        List<String> said = new ArrayList<>();
        for (int kill = 0; kill < KILLS; kill++) {
            said.addAll(countUntilKilled(file, "process-" + kill));
        }

        try (ToolRecorder recorder = ToolRecorder.file(file)) {
            assertThat(said).hasSizeGreaterThanOrEqualTo(KILLS * EFFECTS_BEFORE_KILL);
            assertThat(recorder.effects()).extracting(Effect::idempotencyKey).containsAll(said);
            for (int kill = 0; kill < KILLS; kill++) {
                assertGapless(recorder.effects(), "process-" + kill + "-");
            }
            recorder.assertAtMostOnce();
        }
    }

    private static void assertGapless(List<Effect> effects, String prefix) {
        List<String> keys = effects.stream()
                .map(Effect::idempotencyKey)
                .filter(key -> key.startsWith(prefix))
                .toList();
        assertThat(keys)
                .isEqualTo(IntStream.range(0, keys.size())
                        .mapToObj(i -> prefix + i)
                        .toList());
    }

    /** Returns what the process had said when it was killed; it may have counted more. */
    private static List<String> countUntilKilled(Path file, String name) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        file.toString(),
                        name)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            List<String> said = new ArrayList<>();
            for (int i = 0; i < EFFECTS_BEFORE_KILL; i++) {
                said.add(Objects.requireNonNull(out.readLine(), "the child ended by itself"));
            }
            process.destroyForcibly();
            assertThat(process.waitFor(Signal.PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).as("killed").isEqualTo(128 + 9);
            return said;
        } finally {
            process.destroyForcibly();
        }
    }
}
