package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.Child;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart as a process: exit codes, streams and locales as a person has them. */
final class QuickstartProcessTest {

    @TempDir
    Path place;

    @Test
    void process_inTurkishAndPosix_printsAsciiAndEndsWellDespiteNamesItCannotSpell() throws Exception {
        Path directory = Files.createDirectory(place.resolve("surveyed"));
        Files.writeString(directory.resolve("TITLE.TXT"), "one\ntwo\n");
        createFileWithNameBeyondAscii(directory);

        Child child = quickstart(Map.of("LC_ALL", "POSIX"), "--dir", "surveyed", "--state", "state");

        assertThat(child.err()).isEmpty();
        assertThat(child.exitCode()).isZero();
        assertThat(child.isAscii()).isTrue();
        assertThat(child.out())
                .contains("2 in 0 folders")
                .contains("Text")
                .contains("* Done.")
                .doesNotContain("\u001b");
        assertThat(place.resolve("state/reports/survey.md"))
                .content()
                .contains("| files | 2 |")
                .contains("| Text | 2 | 3 | 100.0 % |");
    }

    /** Lets a shell write the bytes, because a JVM in the POSIX locale can't. */
    private static void createFileWithNameBeyondAscii(Path directory) throws Exception {
        Child shell = Child.run(
                List.of("sh", "-c", "printf 'x\\n' > \"$(printf 'gr\\303\\274n.txt')\""), Map.of(), directory);
        assertThat(shell.exitCode()).isZero();
    }

    @Test
    void process_thatIsAskedForAMissingDirectory_endsWithTwo() throws Exception {
        Child child = quickstart(Map.of(), "--dir", "gone");

        assertThat(child.exitCode()).isEqualTo(2);
        assertThat(child.out()).isEmpty();
        assertThat(child.err().lines())
                .singleElement()
                .asString()
                .contains("there is no directory")
                .contains("gone");
    }

    @Test
    void process_keepsItsLogInTheState() throws Exception {
        Files.createDirectory(place.resolve("surveyed"));

        Child child = quickstart(Map.of(), "--dir", "surveyed", "--state", "state");

        assertThat(child.exitCode()).isZero();
        assertThat(child.err()).isEmpty();
        assertThat(place.resolve("state/quickstart.log")).exists();
    }

    private Child quickstart(Map<String, String> environment, String... arguments) throws Exception {
        return Child.run(Child.java(Quickstart.class, List.of("-Duser.language=tr"), arguments), environment, place);
    }
}
