package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong on the command line is said in one line on the standard error, and the exit code is 2. */
final class WrongUsageTest {

    @TempDir
    Path directory;

    static Stream<Arguments> wrongArguments() {
        return Stream.of(
                Arguments.of(new String[] {"--dri", "x"}, "'--dri' is none of"),
                Arguments.of(new String[] {"x"}, "'x' is none of"),
                Arguments.of(new String[] {"--dir"}, "--dir needs a path"),
                Arguments.of(new String[] {"--dir="}, "--dir needs a path"),
                Arguments.of(new String[] {"--state", " "}, "--state needs a path"),
                Arguments.of(new String[] {"--dir", "a\0b"}, "is no path"),
                Arguments.of(new String[] {"--model"}, "--model needs a name"),
                Arguments.of(new String[] {"--model", " "}, "--model needs a name"),
                Arguments.of(new String[] {"--url="}, "--url needs a URL"));
    }

    @ParameterizedTest
    @MethodSource("wrongArguments")
    void arguments_thatAreWrong_areRefused(String[] arguments, String message) {
        assertRefused(Surveys.of(Terminal.PLAIN, arguments), message);
    }

    @Test
    void directory_thatIsMissing_isRefused() {
        assertRefused(
                Surveys.of(directory.resolve("gone"), directory), "there is no directory " + directory.resolve("gone"));
    }

    @Test
    void directory_thatIsAFile_isRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertRefused(Surveys.of(file, directory), file + " is no directory");
    }

    @Test
    void state_thatIsAFile_isRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));

        assertRefused(Surveys.of(directory, file), "the state can't be kept in " + file);
    }

    private static void assertRefused(Surveys survey, String message) {
        assertThat(survey.exitCode()).isEqualTo(2);
        assertThat(survey.out()).isEmpty();
        assertThat(survey.err().lines())
                .singleElement()
                .asString()
                .startsWith("quickstart: ")
                .contains(message);
    }

    @Test
    void checkout_isFoundFromAFolderInside() throws Exception {
        Files.createDirectories(directory.resolve("harbor-core/src/main"));
        Files.createFile(directory.resolve("harbor-core/pom.xml"));

        Places places = Places.of(Options.NONE, directory.resolve("harbor-core/src/main"));

        assertThat(places.root()).isEqualTo(directory.toRealPath());
        assertThat(places.state()).isDirectory().isNotEqualTo(places.root());
    }

    @Test
    void checkout_thatIsNowhereAround_isRefused() {
        assertThatThrownBy(() -> Places.of(Options.NONE, directory))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("no checkout of Harbor around " + directory)
                .hasMessageContaining("--dir PATH");
    }

    @Test
    void options_withEqualsSign_areTheSame() throws Exception {
        assertThat(Options.parse(List.of("--dir=a", "--state", "b")))
                .isEqualTo(new Options(Path.of("a"), Path.of("b"), null, null, false));
    }
}
