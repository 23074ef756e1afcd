package dev.harbor.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextTest {

    @ParameterizedTest
    @CsvSource({
        "'', 0, 0, 0",
        "a, 1, 1, 1",
        "'a\n', 1, 1, 1",
        "'a\nbc', 2, 2, 2",
        "'abc\nb\n', 2, 1, 3",
        "'\n', 1, 1, 0",
        "'\n\n', 2, 1, 0",
        "'a\r\nb', 2, 1, 2",
    })
    void lines_areCountedAndMeasured(String text, long lines, long longestLine, long longestLineCharacters) {
        Text found = Text.of(text);

        assertThat(found.lines()).isEqualTo(lines);
        assertThat(found.longestLine()).isEqualTo(longestLine);
        assertThat(found.longestLineCharacters()).isEqualTo(longestLineCharacters);
    }

    @ParameterizedTest
    @CsvSource({"TO, DO, 1", "FIX, ME, 1", "HA, CK, 1", "XX, X, 1", "to, do, 0", "ATO, DO, 0", "TO, DOS, 0"})
    void markers_areWholeWordsInCapitals(String half, String otherHalf, long markers) {
        assertThat(Text.of("see " + half + otherHalf + ": later").markers()).isEqualTo(markers);
    }
}
