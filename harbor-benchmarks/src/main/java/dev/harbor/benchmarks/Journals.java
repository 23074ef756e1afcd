package dev.harbor.benchmarks;

import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.store.jdbc.JdbcJournal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens a journal of each kind on the disk that the build is on, and removes it again. Confined to one thread. */
final class Journals implements AutoCloseable {

    private final Path folder;
    private final Journal journal;
    private final Closeable server;

    private Journals(Path folder, Journal journal, Closeable server) {
        this.folder = folder;
        this.journal = journal;
        this.server = server;
    }

    /** Opens one: {@code MEMORY}, {@code SQLITE} or {@code POSTGRES}. */
    static Journals open(String kind) throws IOException {
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "benchmarks")), "journal");
        return switch (kind) {
            case "MEMORY" -> new Journals(folder, InMemoryJournal.create(), () -> {});
            case "SQLITE" -> new Journals(folder, JdbcJournal.sqlite(folder.resolve("journal.db")), () -> {});
            case "POSTGRES" -> postgres(folder);
            default -> throw new IllegalArgumentException("there is no journal " + kind);
        };
    }

    private static Journals postgres(Path folder) throws IOException {
        EmbeddedPostgres server = postgres();
        return new Journals(folder, JdbcJournal.postgres(Pools.of(server.getPostgresDatabase())), server);
    }

    /** Starts a server that keeps what it acknowledges; the embedded one does not unless it is told to. */
    static EmbeddedPostgres postgres() throws IOException {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .start();
    }

    Journal journal() {
        return journal;
    }

    @Override
    public void close() throws IOException {
        journal.close();
        server.close();
        Disk.delete(folder);
    }
}
