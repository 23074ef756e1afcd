package dev.harbor.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/** The PostgreSQL server of this JVM, which keeps what it acknowledges; each test has a schema of its own. */
final class PostgresServer {

    /** What the processes of tests call themselves at the server, before their number. */
    private static final String PROCESS = "harbor-test-";

    private static final String MYSELF = PROCESS + ProcessHandle.current().pid();

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private PostgresServer() {}

    /** Begins with the first use and ends with the JVM. */
    private static final class Shared {

        static final EmbeddedPostgres SERVER = start();
        static final HikariDataSource POOL = pool(SERVER.getPostgresDatabase());
    }

    /** Starts a server of the caller's own. The embedded one turns durability off unless told otherwise. */
    static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static HikariDataSource pool(DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(10);
        return new HikariDataSource(config);
    }

    /** Returns a source of connections to a server that another process has started. */
    static DataSource remote(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setApplicationName(MYSELF);
        return source;
    }

    /** Waits until the server has ended what a killed process had begun: a statement that was under way may still be committed after the kill. */
    static void awaitNoChild() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> RawSql.column(
                                RawSql.of(source()),
                                "SELECT pid FROM pg_stat_activity WHERE application_name LIKE '" + PROCESS
                                        + "%' AND application_name <> '" + MYSELF + "'")
                        .isEmpty());
    }

    static EmbeddedPostgres server() {
        return Shared.SERVER;
    }

    static DataSource source() {
        return Shared.POOL;
    }

    /** Returns the name of a schema that nobody has used. */
    static String newSchema() {
        return "test_" + SCHEMAS.incrementAndGet();
    }
}
