package dev.harbor.examples.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.examples.Child;
import dev.harbor.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs do what they say, each as a process of its own. */
final class A2AExamplesTest {

    @TempDir
    private Path folder;

    private Child run(Class<?> main, String... arguments) throws Exception {
        return Child.run(Child.java(main, List.of(), arguments), Map.of(), folder);
    }

    private static Json line(Child child) {
        assertThat(child.exitCode()).as(child.err()).isZero();
        return child.out()
                .lines()
                .filter(each -> each.startsWith("{"))
                .map(Json::parse)
                .findFirst()
                .orElseThrow();
    }

    private static String member(Json line, String name) {
        return line.get(name).orElseThrow().asString();
    }

    @Test
    void delegation_carriesOnAfterTheQuestion() throws Exception {
        Child child = run(Delegation.class);

        assertThat(child.exitCode()).as(child.err()).isZero();
        assertThat(child.out())
                .contains("'Painter' asks: Which colour?")
                .contains("It is green now.")
                .contains("tasks of the painter: 1");
    }

    @Test
    void joiner_isAskedByACustomerOfAnotherRuntime_andAsksBack() throws Exception {
        Child child = run(Joiner.class);

        assertThat(child.exitCode()).as(child.err()).isZero();
        assertThat(child.out()).contains("'Joiner' asks: How many?").contains("3 times oak doors cost 360");
    }

    @Test
    void probe_printsALineOfJson_andAnswersIfItIsToldTo() throws Exception {
        try (Painter painter = Painter.start()) {
            Json asked = line(run(A2AProbe.class, painter.url(), "a door"));
            Json answered = line(run(A2AProbe.class, painter.url(), "--answer", "blue", "a door"));

            assertThat(member(asked, "outcome")).isEqualTo("pause");
            assertThat(member(asked, "text")).contains("Which colour?");
            assertThat(member(answered, "outcome")).isEqualTo("result");
            assertThat(member(answered, "state")).isEqualTo("completed");
            assertThat(member(answered, "text")).isEqualTo("It is blue now.");
            assertThat(answered.get("text_len").orElseThrow().asInt()).isEqualTo(15);
            assertThat(answered.members())
                    .containsOnlyKeys("input", "outcome", "state", "class", "text", "text_len", "artifacts", "ms");
        }
    }

    @Test
    void probe_goesOnInAnotherProcess_withTheSameTask() throws Exception {
        try (Painter painter = Painter.start()) {
            String file = folder.resolve("checkpoint").toString();
            line(run(A2AProbe.class, painter.url(), "--checkpoint", file, "a door"));
            assertThat(Files.readString(Path.of(file))).contains("a door");
            Json resumed = line(run(A2AProbe.class, painter.url(), "--resume", file, "--answer", "red"));

            assertThat(member(resumed, "text")).isEqualTo("It is red now.");
            assertThat(member(resumed, "input")).isEqualTo("a door");
            assertThat(painter.tasks()).isEqualTo(1);
        }
    }

    @Test
    void probe_ofAnAgentThatIsNotThere_saysSo() throws Exception {
        Json line = line(run(A2AProbe.class, "http://127.0.0.1:1/painter", "a door"));

        assertThat(member(line, "outcome")).isEqualTo("error");
        assertThat(member(line, "class")).isEqualTo("transient");
    }

    @Test
    void commandLine_thatIsWrong_saysHowItGoes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbeOptions.parse("http://127.0.0.1/"))
                .withMessageContaining(ProbeOptions.USAGE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbeOptions.parse("http://127.0.0.1/", "--deadline", "soon", "x"))
                .withMessageContaining("--deadline");
    }
}
