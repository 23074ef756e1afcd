package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Statements name tables as the database knows them, and are put into words once. */
final class TablesTest {

    private static final String SQL = "SELECT 1 FROM @stream s, @record r";

    @Test
    void tables_areThoseOfTheSchema() {
        assertThat(Tables.in("harbor").qualified(SQL))
                .isEqualTo("SELECT 1 FROM \"harbor\".stream s, \"harbor\".record r");
        assertThat(Tables.unqualified().qualified(SQL)).isEqualTo("SELECT 1 FROM stream s, record r");
    }

    @Test
    void statement_isPutIntoWordsOnce() {
        Tables tables = Tables.in("harbor");
        assertThat(tables.qualified(SQL)).isSameAs(tables.qualified(SQL));
        assertThat(tables.kept()).isEqualTo(1);
    }

    @Test
    void statements_beyondTheBound_areRight_andNotKept() {
        Tables tables = Tables.in("x");
        for (int i = 0; i <= Tables.MAX_KEPT; i++) {
            assertThat(tables.qualified("SELECT " + i + " FROM @t")).isEqualTo("SELECT " + i + " FROM \"x\".t");
        }
        assertThat(tables.kept()).isEqualTo(Tables.MAX_KEPT);
    }
}
