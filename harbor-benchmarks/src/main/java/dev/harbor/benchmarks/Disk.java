package dev.harbor.benchmarks;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The least that a durable file costs. */
final class Disk {

    private Disk() {}

    /** Writes a temporary file, syncs it and renames it. */
    static Path write(Path folder, byte[] content) throws IOException {
        String name = UUID.randomUUID().toString();
        Path draft = folder.resolve(name + ".tmp");
        try (FileOutputStream out = new FileOutputStream(draft.toFile())) {
            out.write(content);
            out.getFD().sync();
        }
        return Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static void delete(Path folder) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }
}
