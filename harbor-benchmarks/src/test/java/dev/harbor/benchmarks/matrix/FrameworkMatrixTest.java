package dev.harbor.benchmarks.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class FrameworkMatrixTest {

    static List<Row> rows() {
        return Rows.ALL;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void row_isRight_overToolsOfLangChain4j(Row row) {
        assertThat(FrameworkMatrix.cell(Harbor.ofLangChain4j(), row)).startsWith(row.right());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void row_isRight_overToolsOfSpringAi(Row row) {
        assertThat(FrameworkMatrix.cell(Harbor.ofSpringAi(), row)).startsWith(row.right());
    }
}
