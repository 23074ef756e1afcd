package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A PostgreSQL server of a test's own, which it may kill and start again. Its pool goes on with the server that comes after. */
final class OwnServer implements AutoCloseable {

    private final Path data;
    private final int port;
    private final HikariDataSource pool;
    private EmbeddedPostgres server;

    OwnServer(Path folder) throws IOException {
        data = folder.resolve("data");
        server = start(0);
        port = server.getPort();
        pool = PostgresServer.pool(server.getPostgresDatabase());
        pool.setConnectionTimeout(2_000);
    }

    private EmbeddedPostgres start(int at) throws IOException {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(at)
                .start();
    }

    HikariDataSource pool() {
        return pool;
    }

    /** Kills the server as a whole. */
    void kill() {
        try {
            kill(Files.readAllLines(data.resolve("postmaster.pid")).subList(0, 1));
            // Gives up the lock of its folder.
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills the first of some of its processes. */
    void kill(List<String> processes) {
        assertThat(processes).isNotEmpty();
        ProcessHandle.of(Long.parseLong(processes.get(0))).orElseThrow().destroyForcibly();
    }

    /** Starts the server again, once all processes of the killed one have ended, and waits until the pool has noticed. */
    void restart() {
        await().until(() -> {
            server = start(port);
            return true;
        });
        await().until(() -> {
            pool.getConnection().close();
            return true;
        });
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(2)).ignoreExceptions();
    }

    @Override
    public void close() throws IOException {
        pool.close();
        server.close();
    }
}
