package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuickstartTest {

    private static final String MARKER = "TO" + "DO";

    @TempDir
    Path directory;

    @TempDir
    Path state;

    @Test
    void survey_ofKnownDirectory_reportsExactFigures() throws Exception {
        writeKnownDirectory();

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.err()).isEmpty();
        assertThat(survey.exitCode()).isZero();
        assertThat(Files.readString(state.resolve("reports/survey.md")))
                .contains("| files | 6 |")
                .contains("| folders | 3 |")
                .contains("| text files | 5 |")
                .contains("| binary files | 1 |")
                .contains("| lines | 2,009 |")
                .contains("| markers of unfinished work | 2 |")
                .contains("| CSV | 1 | 2,000 | 99.6 % |")
                .contains("| Java | 1 | 4 | 0.2 % |")
                .contains("| Markdown | 1 | 3 | 0.1 % |")
                .contains("| Python | 1 | 2 | 0.1 % |")
                .contains("| Text | 1 | 0 | 0.0 % |")
                .contains("| `data/big.csv` | 49.7 KiB |")
                .contains("It has 2,000 lines; line 1,234 is the longest, with 75 characters.")
                .contains("- left out: .git, target")
                .contains("- 2 links not followed");
    }

    /** Six files with 2,009 lines in three folders, of which one is empty; two links, one of them a loop; and two folders that don't count. */
    private void writeKnownDirectory() throws IOException {
        write("README.md", "# Known\n\nThe " + MARKER + " list\n");
        write("src/Main.java", "class Main {\n    // " + MARKER + ": all\n    // XTO" + "DOX is none\n}\n");
        write("src/tool.py", "import os\nprint(os)");
        write("data/big.csv", rows(2000));
        write("data/empty.txt", "");
        write("data/logo.bin", "\0".repeat(100));
        Files.createDirectories(directory.resolve("hollow"));
        write(".git/config", "[core]\n");
        write("target/Main.class", "x");
        Files.createSymbolicLink(directory.resolve("src/loop"), directory);
        Files.createSymbolicLink(directory.resolve("nowhere"), directory.resolve("no-such-file"));
    }

    private static String rows(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(row -> "row " + row + (row == 1234 ? "," + "x".repeat(66) : ",0123456789abcdef") + "\n")
                .collect(Collectors.joining());
    }

    private void write(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content, StandardCharsets.UTF_8);
    }

    @Test
    void timeline_ofKnownDirectory_showsEachKindOfCall() throws Exception {
        writeKnownDirectory();

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.calls("files.read"))
                .extracting(columns -> columns.get(3), columns -> columns.get(columns.size() - 1))
                .hasSize(4)
                .anySatisfy(row -> {
                    assertThat(row.toList().get(0)).isEqualTo("ok");
                    assertThat(row.toList().get(1)).asString().startsWith("sha256:");
                })
                .anySatisfy(row -> assertThat(row.toList()).isEqualTo(List.of("failed", "TOOL_FAILED")))
                .anySatisfy(row -> assertThat(row.toList()).isEqualTo(List.of("denied", "path_denied")));
        assertThat(survey.calls("files.delete"))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("denied", "tool_denied"));
        assertThat(survey.calls("artifact.fetch"))
                .hasSizeGreaterThan(1)
                .allSatisfy(row -> assertThat(row).contains("ok"));
        assertThat(survey.calls("report.write"))
                .hasSize(1)
                .allSatisfy(row -> assertThat(row).contains("write", "ok"));
        assertThat(survey.out()).contains("there is no 'ROADMAP.md' in the surveyed directory");
    }

    @Test
    void timeline_ofAnySurvey_fitsTheWidthAndIsPlain() throws Exception {
        writeKnownDirectory();
        write("deep/" + "folder-with-a-long-name/".repeat(6) + "file.txt", "x".repeat(50_000));

        String figures = Surveys.of(directory, state)
                .out()
                .lines()
                .takeWhile(line -> !line.equals("Where it lies"))
                .skip(1)
                .collect(Collectors.joining("\n"));

        assertThat(figures.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(figures)).isTrue();
    }

    @Test
    void survey_whereItKeepsThings_saysSoAndIsRight() throws Exception {
        writeKnownDirectory();

        Surveys survey = Surveys.of(directory, state);

        Path real = state.toRealPath();
        assertThat(survey.out())
                .contains(real.resolve("reports/survey.md").toString())
                .contains(real.resolve("artifacts").toString());
        try (Stream<Path> stored = Files.walk(state.resolve("artifacts"))) {
            assertThat(stored.filter(Files::isRegularFile)).isNotEmpty();
        }
    }

    @Test
    void survey_twiceIntoOneState_reportsTheSame() throws Exception {
        writeKnownDirectory();
        Surveys.of(directory, state);
        String first = Files.readString(state.resolve("reports/survey.md"));

        Surveys again = Surveys.of(directory, state);

        assertThat(again.exitCode()).isZero();
        assertThat(Files.readString(state.resolve("reports/survey.md"))).isEqualTo(first);
    }

    @Test
    void survey_whoseReportCannotBeWritten_isNotComplete() throws Exception {
        Files.createDirectories(state.resolve("reports/survey.md/in-the-way"));

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.exitCode()).isEqualTo(1);
        assertThat(survey.calls("report.write"))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("unknown", "RETRIES_EXHAUSTED"));
        assertThat(survey.out())
                .contains("none: no tool has seen a report")
                .doesNotContain(state.resolve("reports").toString());
        try (Stream<Path> left = Files.list(state.resolve("reports"))) {
            assertThat(left).hasSize(1);
        }
    }

    @Test
    void survey_withStateInsideTheDirectory_doesNotCountItself() throws Exception {
        write("a.txt", "a\n");
        Path inside = directory.resolve("state");
        Surveys.of(directory, inside);

        Surveys again = Surveys.of(directory, inside);

        assertThat(again.exitCode()).isZero();
        assertThat(Files.readString(inside.resolve("reports/survey.md")))
                .contains("| files | 1 |")
                .contains("| lines | 1 |");
    }

    @Test
    void survey_ofEmptyDirectory_isComplete() {
        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.exitCode()).isZero();
        assertThat(survey.err()).isEmpty();
        assertThat(state.resolve("reports/survey.md"))
                .content()
                .contains("| files | 0 |")
                .contains("| lines | 0 |");
    }

    @Test
    void survey_ofVeryLongLine_readsPagesAndMeasuresAll() throws Exception {
        write("long.txt", "short\n" + "y".repeat(5 << 20));

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.exitCode()).isZero();
        assertThat(survey.calls("artifact.fetch")).hasSize(Moves.MAX_PAGES);
        assertThat(state.resolve("reports/survey.md"))
                .content()
                .contains("line 2 is the longest, with 5,242,880 characters");
    }

    @Test
    void survey_ofTenThousandFiles_countsThemAll() throws Exception {
        for (int folder = 0; folder < 100; folder++) {
            Path parent = Files.createDirectories(directory.resolve("folder-" + folder));
            for (int file = 0; file < 100; file++) {
                Files.writeString(parent.resolve(file + ".java"), "line 1\nline 2\n");
            }
        }

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.exitCode()).isZero();
        assertThat(state.resolve("reports/survey.md"))
                .content()
                .contains("| files | 10,000 |")
                .contains("| folders | 100 |")
                .contains("| lines | 20,000 |");
    }

    @Test
    void survey_ofBinaryFilesOnly_countsNoLines() throws Exception {
        write("a.bin", "\0\1\2".repeat(20_000));
        write("b.bin", "\0");

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.exitCode()).isZero();
        assertThat(survey.calls("artifact.fetch")).isEmpty();
        assertThat(state.resolve("reports/survey.md"))
                .content()
                .contains("| binary files | 2 |")
                .contains("| lines | 0 |");
    }

    @Test
    void survey_whereAllGuessesAreRight_stillGuessesWrong() throws Exception {
        for (String name : List.of("ROADMAP.md", "HISTORY.txt", "NOTES.md", "there-is-no-such-file.txt")) {
            write(name, "here\n");
        }

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.exitCode()).isZero();
        assertThat(survey.out()).contains("there is no 'no/such/file' in the surveyed directory");
    }

    @Test
    void survey_ofNamesThatAreHostile_printsNoControlCharacters() throws Exception {
        write("evil\u001b[31m\n`|name.txt", "z".repeat(40_000));

        Surveys survey = Surveys.of(directory, state);

        assertThat(survey.exitCode()).isZero();
        assertThat(survey.out()).doesNotContain("\u001b").contains("evil?[31m?`|name.txt");
        assertThat(state.resolve("reports/survey.md")).content().contains("`evil?[31m???name.txt`");
    }

    @Test
    void terminal_withColours_getsThem() {
        Surveys survey =
                Surveys.of(new Terminal(true, true), "--dir", directory.toString(), "--state", state.toString());

        assertThat(survey.out()).contains("\u001b[32mok", "\u001b[31mfailed", "\u001b[33mdenied", "●");
    }

    @Test
    void help_isPrinted_andNothingElseHappens() {
        Surveys survey = Surveys.of(Terminal.PLAIN, "--dir", "does-not-matter", "--help");

        assertThat(survey.exitCode()).isZero();
        assertThat(survey.out())
                .contains("--dir PATH", "--state PATH", "--help")
                .doesNotContain("status");
    }
}
