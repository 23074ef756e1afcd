package dev.harbor.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConformanceTest {

    private static final TestIndex KNOWN = new TestIndex(List.of(
            new TestClass("JsonTest", "", true, Set.of("parse_onText_works")),
            new TestClass("JournalContract", "", false, Set.of("append_keepsOrder")),
            new TestClass("MemoryJournalTest", "JournalContract", true, Set.of()),
            new TestClass("UnusedContract", "", false, Set.of("never_runs"))));

    @Test
    void pages_ofRepository_nameTestsThatRun() {
        Conformance conformance = new Conformance(TestIndex.ofRepository());
        Repository.files(name -> name.equals("docs/reference/conformance.md")
                        || name.startsWith("docs/reference/conformance.d/") && name.endsWith(".md"))
                .forEach(page -> conformance.read(Repository.name(page), Repository.read(page)));

        assertThat(conformance.problems()).isEmpty();
        assertThat(conformance.rows()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| tools 12 | given text | JsonTest.parse_onText_works |",
                "| faults 3 | given a \\| b | `JsonTest.parse_onText_works`<br>JournalContract.append_keepsOrder |",
                "| agent-runs 1 | x | JsonTest.parse_onText_works, MemoryJournalTest.append_keepsOrder |"
            })
    void row_wellFormed_isAccepted(String row) {
        assertThat(problems(row)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| tools 12 | given text | JsonTest.parse_isGone |",
                "| tools 12 | given text | GoneTest.parse_onText_works |",
                "| tools 12 | given text | UnusedContract.never_runs |",
                "| tools 12 | given text | JsonTest |",
                "| tools 12 | given text | JsonTest.parse_onText_works, |",
                "| tools 12 | given text |  |",
                "| tools 12 |  | JsonTest.parse_onText_works |",
                "| tools 12 | JsonTest.parse_onText_works |",
                "| tools | given text | JsonTest.parse_onText_works |",
                "| tools 0 | given text | JsonTest.parse_onText_works |",
                "| other 12 | given text | JsonTest.parse_onText_works |",
                "| tools 12 | given a | b | JsonTest.parse_onText_works |",
                "| tools 12 | given text | JsonTest.parse_onText_works"
            })
    void row_wrong_isAProblem(String row) {
        assertThat(problems(row)).hasSize(1).first().asString().startsWith("page.md:1: ");
    }

    @Test
    void row_twice_isAProblem() {
        String row = "| tools 12 | given text | JsonTest.parse_onText_works |\n";

        assertThat(problems(row + row)).hasSize(1).first().asString().startsWith("page.md:2: a duplicate");
    }

    @Test
    void heading_ofTable_isNoRow() {
        assertThat(problems("| property | given | test |\n|---|:---:|---|\n")).isEmpty();
    }

    @Test
    void example_inCodeBlock_isNoRow() {
        assertThat(problems("```\n| tools 12 | given X | GoneTest.method |\n```\n"))
                .isEmpty();
    }

    @Test
    void sources_withTests_areRead(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("ReadTest.java"), """
                package read;
                final class ReadTest extends pack.SomeContract<String> {
                    @Test void plain() {}
                    @org.junit.jupiter.api.Test void qualified() {}
                    @ParameterizedTest @ValueSource(strings = {"(@Test void fake() {}"}) void withParameters(String s) {}
                    @TestFactory Stream<DynamicTest> made() { return null; }
                    // @Test void commented() {}
                    @Test @Disabled void disabled() {}
                    void helper() {}
                    @Nested final class Inner { @RepeatedTest(2) void inside() {} }
                }
                """);

        assertThat(TestSources.read(List.of(file)))
                .containsExactly(
                        new TestClass("ReadTest.Inner", "", true, Set.of("inside")),
                        new TestClass(
                                "ReadTest",
                                "SomeContract",
                                true,
                                Set.of("plain", "qualified", "withParameters", "made")));
    }

    @Test
    void sources_ofRepository_holdThisTest() {
        assertThat(TestIndex.ofRepository().contains("ConformanceTest", "sources_ofRepository_holdThisTest"))
                .isTrue();
    }

    private static List<String> problems(String text) {
        Conformance conformance = new Conformance(KNOWN);
        conformance.read("page.md", text);
        return conformance.problems();
    }
}
