package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes more than a small disk holds, and tells what came of it. Arguments: directory; {@code journal}, {@code runs}, {@code artifacts} or {@code open}; a file
 * for effects on another disk.
 */
final class FullDisk {

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private FullDisk() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        try {
            switch (args[1]) {
                case "journal" -> journal(folder);
                case "runs" -> new FullDiskRuns(folder, Path.of(args[2]), OUT).drive();
                case "artifacts" -> artifacts(folder);
                default -> JdbcJournal.sqlite(folder.resolve("j.db")).close();
            }
        } catch (StoreException e) {
            OUT.println(e.code());
        }
    }

    private static void journal(Path folder) throws IOException {
        Path ballast = folder.resolve("ballast");
        Files.write(ballast, new byte[400_000]);
        long last = 0;
        try (Journal journal = JdbcJournal.sqlite(folder.resolve("j.db"))) {
            Claim claim = journal.claim("run-1", "one", Samples.LEASE).orElseThrow();
            try {
                while (true) {
                    last = journal.append(claim, last, List.of(Samples.sized(last + 1)), Samples.head("run-1"));
                }
            } catch (StoreException e) {
                OUT.println(e.code());
            }
            OUT.println(count(journal) - last);
            Files.delete(ballast);
            last = journal.append(claim, last, List.of(Samples.sized(last + 1)), Samples.head("run-1"));
        }
        try (Journal journal = JdbcJournal.sqlite(folder.resolve("j.db"))) {
            OUT.println(count(journal) - last);
        }
    }

    private static long count(Journal journal) {
        long[] count = {0};
        try (Stream<JournalRecord> records = journal.read("run-1", 1)) {
            records.forEach(record -> {
                count[0]++;
                if (!record.entry().equals(Samples.sized(count[0]))) {
                    OUT.println("another record at " + count[0]);
                }
            });
        }
        return count[0];
    }

    private static void artifacts(Path folder) throws IOException {
        try (ArtifactStore store = JdbcArtifactStore.sqlite(folder.resolve("a.db"))) {
            put(store, 8 << 20);
            put(store, 2 << 20);
            put(store, 100_000);
            OUT.println(store.list(ArtifactFilter.everyTenant(), 10).size() + " artifacts");
        }
    }

    private static void put(ArtifactStore store, int size) throws IOException {
        try {
            store.put(
                    new ArtifactScope(Samples.ADA, "run"),
                    new ByteArrayInputStream(Samples.random(size, size)),
                    ArtifactOptions.of("text/x"));
        } catch (StoreException e) {
            OUT.println(e.code());
        }
    }
}
