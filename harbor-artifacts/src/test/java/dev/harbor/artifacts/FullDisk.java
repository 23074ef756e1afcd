package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.StoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Stores more than a small disk holds. Arguments: directory; {@code open} to open a store only. */
final class FullDisk {

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final Path folder;

    private FullDisk(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException {
        FullDisk disk = new FullDisk(Path.of(args[0]));
        try (ArtifactStore store = Artifacts.fileStore(args[1].equals("open") ? disk.folder : disk.place())) {
            disk.fill(store);
        } catch (StoreException e) {
            disk.out.println(e.code());
        }
    }

    /** Returns a directory that can be written to, also where the given one was closed to its owner instead of mounted. */
    private Path place() throws IOException {
        return Files.isWritable(folder) ? folder : folder.resolve("x");
    }

    private void fill(ArtifactStore store) throws IOException {
        put(store, 1 << 20);
        put(store, 8 << 20);
        put(store, 200_000);
        int artifacts = store.list(ArtifactFilter.everyTenant(), 10).size();
        out.println(artifacts + " artifacts, " + temporaryFiles() + " temporary files");
    }

    private void put(ArtifactStore store, int size) throws IOException {
        try {
            store.put(Samples.RUN, new ByteArrayInputStream(Samples.random(size, size)), Samples.BYTES);
        } catch (StoreException e) {
            out.println(e.code());
        }
    }

    private long temporaryFiles() throws IOException {
        try (Stream<Path> paths = Files.walk(place().resolve("tmp"))) {
            return paths.filter(path -> Files.isRegularFile(path) && !path.endsWith("lock"))
                    .count();
        }
    }
}
