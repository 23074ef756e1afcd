package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No file says on which machine it was written, or that it is unfinished. */
final class TextTest {

    private static final Pattern BINARY = Pattern.compile(".*\\.(jar|png|gif|ico|class|gz|zip|db)");
    private static final Pattern MACHINE =
            Pattern.compile("(?<![\\w.:/*-])/(?:work|root|home|Users)/[\\w.][\\w.-]*/|\\b[A-Z]:\\\\Users\\\\");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    @Test
    void files_ofRepository_nameNoMachine() {
        assertThat(lines(MACHINE).filter(line -> !line.startsWith("mvnw"))).isEmpty();
    }

    @Test
    void files_ofRepository_areFinished() {
        assertThat(lines(UNFINISHED)).isEmpty();
    }

    @Test
    void files_ofRepository_areMerged() {
        assertThat(lines(Pattern.compile("^(<{7}|={7}|>{7})( |$)"))).isEmpty();
    }

    @Test
    void files_ofRepository_doNotNameTheirOwnFolder() {
        assertThat(lines(Pattern.compile(Pattern.quote(Repository.ROOT.toString() + '/'))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "see /" + "work/main/pom.xml",
                "\"/" + "home/ann/src\"",
                "C:" + "\\Users\\ann",
                "=/" + "root/.m2/x"
            })
    void machinePath_isSeen(String line) {
        assertThat(MACHINE.matcher(line).find()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.org/home/ann/x", "docs/home/x", "src/root/a/b", "/tmp/x"})
    void otherPath_isNotSeen(String line) {
        assertThat(MACHINE.matcher(line).find()).isFalse();
    }

    private static Stream<String> lines(Pattern pattern) {
        List<Path> files = Repository.files(name -> !BINARY.matcher(name).matches());
        assertThat(files).hasSizeGreaterThan(50);
        return files.stream()
                .flatMap(file -> Repository.read(file)
                        .lines()
                        .filter(line -> pattern.matcher(line).find())
                        .map(line -> Repository.name(file) + ": " + line.strip()));
    }
}
