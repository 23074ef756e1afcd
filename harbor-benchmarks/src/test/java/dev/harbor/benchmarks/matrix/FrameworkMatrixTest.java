package dev.harbor.benchmarks.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class FrameworkMatrixTest {

    static Stream<Arguments> rows() {
        return FrameworkMatrix.HARBOR.stream()
                .flatMap(harbor -> Rows.ALL.stream().map(row -> Arguments.of(harbor, row)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void row_isRight_inHarbor(Framework harbor, Row row) {
        assertThat(Cell.of(harbor, row)).as(row.what() + " in " + harbor.name()).isEqualTo(row.right());
    }

    @Test
    void table_hasACellOfEachForEveryRow_andMarksWhatIsWrong() {
        List<String> lines = FrameworkMatrix.table().lines().toList();

        assertThat(lines).hasSize(Rows.ALL.size() + 2).allMatch(line -> line.split(" \\| ").length == 7);
        // Otherwise the peers would not have been asked.
        assertThat(lines).anyMatch(line -> line.contains("**runs null**"));
    }

    @Test
    void page_hasEveryRow_andNoOther() throws IOException {
        List<String> page = Files.readAllLines(Path.of("..", "docs", "reference", "frameworks.md"));

        assertThat(page.stream().filter(line -> line.startsWith("| "))).hasSize(Rows.ALL.size() + 2);
        for (Row row : Rows.ALL) {
            assertThat(page)
                    .as(row.what())
                    .anyMatch(line -> line.startsWith("| " + row.what() + " |")
                            && line.endsWith("| " + row.right() + " | " + row.right() + " |"));
        }
    }
}
