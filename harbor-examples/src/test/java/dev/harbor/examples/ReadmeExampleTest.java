package dev.harbor.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadmeExampleTest {

    private static final Path README = Path.of("..", "README.md");

    @Test
    void example_ofReadme_printsWhatTheReadmeSays(@TempDir Path directory) throws Exception {
        List<String> command = Child.java(ReadmeExample.class, List.of("-Duser.language=tr"));

        Child child = Child.run(command, Map.of("LC_ALL", "POSIX"), directory);

        assertThat(child.exitCode()).isZero();
        assertThat(child.err()).isEmpty();
        assertThat(child.out().lines())
                .containsExactly("rain in Oslo", "then sun", "/days must be integer, was string");
        assertThat(README).content().contains("<!-- stranger: output -->\n```\n" + child.out() + "```\n");
    }
}
