package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.StoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of the tables, made up for the test: each adds a table. */
final class MigrationTest {

    private static final int NODES = 8;

    @TempDir
    Path folder;

    private static Schema schema(int version, String qualifier) {
        List<List<String>> steps = new ArrayList<>();
        for (int i = 1; i <= version; i++) {
            steps.add(List.of(
                    "CREATE TABLE " + qualifier + "step" + i + " (id INTEGER)",
                    "INSERT INTO " + qualifier + "step" + i + " VALUES (" + i + ")"));
        }
        return new Schema(steps);
    }

    @Test
    void sqliteFile_ofAnOlderVersion_isBroughtUp_andKeepsWhatItHas() {
        Path file = folder.resolve("journal.db");
        for (int version = 0; version <= 3; version++) {
            SqliteOpening.open(file, schema(version, "")).close();
            assertThat(RawSql.column(RawSql.sqlite(file), "PRAGMA user_version"))
                    .containsExactly("" + version);
            for (int step = 1; step <= version; step++) {
                assertThat(RawSql.column(RawSql.sqlite(file), "SELECT id FROM step" + step))
                        .containsExactly("" + step);
            }
        }
        assertThatThrownBy(() -> SqliteOpening.open(file, schema(2, "")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("version 3");
    }

    @Test
    void sqliteMigration_thatFails_leavesTheOlderVersion() {
        Path file = folder.resolve("journal.db");
        SqliteOpening.open(file, schema(1, "")).close();
        Schema broken = new Schema(List.of(List.of(), List.of("CREATE TABLE half (id INTEGER)", "CREATE NONSENSE")));

        assertThatThrownBy(() -> SqliteOpening.open(file, broken)).isInstanceOf(StoreException.class);
        assertThat(RawSql.column(RawSql.sqlite(file), "PRAGMA user_version")).containsExactly("1");
        assertThat(RawSql.column(RawSql.sqlite(file), "SELECT name FROM sqlite_master WHERE type = 'table'"))
                .containsExactly("step1");
        SqliteOpening.open(file, schema(2, "")).close();
    }

    @Test
    void sqliteFile_openedByManyAtOnce_isMadeOnce() {
        Path file = folder.resolve("journal.db");
        together(() -> {
            SqliteOpening.open(file, schema(3, "")).close();
            return true;
        });
        assertThat(RawSql.column(RawSql.sqlite(file), "SELECT id FROM step3")).containsExactly("3");
    }

    @Test
    void postgresSchema_ofAnOlderVersion_isBroughtUp_andKeepsWhatItHas() {
        String name = PostgresServer.newSchema();
        for (int version = 0; version <= 3; version++) {
            open(name, schema(version, "@"));
            assertThat(column("SELECT version FROM " + name + ".schema_version"))
                    .containsExactly("" + version);
            for (int step = 1; step <= version; step++) {
                assertThat(column("SELECT id FROM " + name + ".step" + step)).containsExactly("" + step);
            }
        }
        assertThatThrownBy(() -> open(name, schema(2, "@")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("version 3");
    }

    @Test
    void postgresMigration_thatFails_leavesTheOlderVersion() {
        String name = PostgresServer.newSchema();
        open(name, schema(1, "@"));
        Schema broken = new Schema(List.of(List.of(), List.of("CREATE TABLE @half (id INTEGER)", "CREATE NONSENSE")));

        assertThatThrownBy(() -> open(name, broken)).isInstanceOf(StoreException.class);
        assertThat(column("SELECT version FROM " + name + ".schema_version")).containsExactly("1");
        assertThat(column("SELECT table_name FROM information_schema.tables WHERE table_schema = '" + name
                        + "' ORDER BY 1"))
                .containsExactly("schema_version", "step1");
        open(name, schema(2, "@"));
    }

    @Test
    void postgresSchema_openedByManyAtOnce_isMadeOnce() {
        String name = PostgresServer.newSchema();
        together(() -> {
            open(name, schema(3, "@"));
            return true;
        });
        assertThat(column("SELECT id FROM " + name + ".step3")).containsExactly("3");
    }

    @Test
    void postgresSchema_ofAnotherProgram_isRefused_andLeftAsItIs() {
        String name = PostgresServer.newSchema();
        RawSql.run(
                RawSql.of(PostgresServer.source()),
                "CREATE SCHEMA " + name,
                "CREATE TABLE " + name + ".stream (id INTEGER)");

        assertThatThrownBy(() -> JdbcJournal.builder().schema(name).postgres(PostgresServer.source()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("another program");
        assertThat(column("SELECT table_name FROM information_schema.tables WHERE table_schema = '" + name + "'"))
                .containsExactly("stream");
    }

    private static void open(String name, Schema schema) {
        PostgresDatabase database = new PostgresDatabase(PostgresServer.source(), name, Clock.systemUTC());
        PostgresOpening.open(database, name, schema, false);
        database.close();
    }

    private static List<String> column(String query) {
        return RawSql.column(RawSql.of(PostgresServer.source()), query);
    }

    private static void together(Callable<Boolean> task) {
        CyclicBarrier start = new CyclicBarrier(NODES);
        List<FutureTask<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            tasks.add(new FutureTask<>(() -> {
                start.await();
                return task.call();
            }));
        }
        tasks.forEach(each -> new Thread(each, "node").start());
        for (FutureTask<Boolean> each : tasks) {
            try {
                assertThat(each.get(2, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(e);
            }
        }
    }
}
