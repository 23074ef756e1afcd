package dev.harbor.artifacts;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Is the place where one open store keeps what is not finished: a directory of its own with a lock that the operating system gives back when the process
 * dies. Whoever opens a store removes the areas that nobody locks. Thread-safe.
 */
final class TempArea implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final int TRIES = 10;

    // A process must not even open the lock files of its own areas: closing one would give up the lock (POSIX).
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path area;
    private final FileChannel lock;
    private final Disk disk;
    private final AtomicLong names = new AtomicLong();

    private TempArea(Path area, FileChannel lock, Disk disk) {
        this.area = area;
        this.lock = lock;
        this.disk = disk;
    }

    /** Takes a new area below a directory, after the abandoned ones were removed. */
    static TempArea open(Path parent, Disk disk) throws IOException {
        removeAbandoned(parent);
        for (int i = 0; i < TRIES; i++) {
            TempArea area = tryOpen(parent.resolve(UUID.randomUUID().toString()), disk);
            if (area != null) {
                return area;
            }
        }
        throw new IOException("no area for temporary files could be locked in " + parent);
    }

    private static @Nullable TempArea tryOpen(Path area, Disk disk) throws IOException {
        OWN.add(area);
        disk.createDirectory(area);
        try {
            Path file = area.resolve(LOCK);
            disk.createFile(file);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            // Somebody who cleans up may have taken the area for abandoned before it was locked.
            if (channel.tryLock() != null && Files.exists(file)) {
                return new TempArea(area, channel, disk);
            }
            channel.close();
        } catch (NoSuchFileException e) {
            // Removed by somebody who cleans up: the next one is another try.
        }
        OWN.remove(area);
        return null;
    }

    private static void removeAbandoned(Path parent) throws IOException {
        try (DirectoryStream<Path> areas = Files.newDirectoryStream(parent)) {
            for (Path area : areas) {
                if (!OWN.contains(area) && Disk.isDirectory(area)) {
                    removeIfAbandoned(area);
                }
            }
        }
    }

    private static void removeIfAbandoned(Path area) throws IOException {
        try (FileChannel channel = FileChannel.open(area.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            if (held != null) {
                remove(area);
            }
        } catch (NoSuchFileException e) {
            removeIfEmpty(area);
        }
    }

    private static void removeIfEmpty(Path area) throws IOException {
        try {
            Files.deleteIfExists(area);
        } catch (DirectoryNotEmptyException e) {
            // Just being taken: its lock came after the look at it.
        }
    }

    Path newFile() throws IOException {
        Path file = newName();
        disk.createFile(file);
        return file;
    }

    Path newDirectory() throws IOException {
        Path directory = newName();
        disk.createDirectory(directory);
        return directory;
    }

    /** Returns a name in the area that nothing has. */
    Path newName() {
        return area.resolve(Long.toHexString(names.incrementAndGet()));
    }

    /** Removes a file, or a directory of files; does nothing if it is gone. Links are removed, not followed. */
    static void remove(Path path) throws IOException {
        if (Disk.isDirectory(path)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
                for (Path each : inside) {
                    remove(each);
                }
            }
        }
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            remove(area);
        } finally {
            OWN.remove(area);
        }
    }
}
