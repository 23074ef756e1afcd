package dev.harbor.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadmeExampleTest {

    @Test
    void example_ofReadme_printsForecastAndRefusal(@TempDir Path directory) throws Exception {
        List<String> command = Child.java(ReadmeExample.class, List.of("-Duser.language=tr"));

        Child child = Child.run(command, Map.of("LC_ALL", "POSIX"), directory);

        assertThat(child.exitCode()).isZero();
        assertThat(child.out().lines())
                .containsExactly("Oslo today: rain, 7 degrees", "Oslo tomorrow: sun, 9 degrees", "INVALID_ARGUMENTS");
    }
}
