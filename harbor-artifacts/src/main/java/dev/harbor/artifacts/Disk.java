package dev.harbor.artifacts;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Does to a file system what a store needs: private modes, durable directories, nothing that an interrupt breaks off. Thread-safe.
 */
final class Disk {

    private static final FileAttribute<?>[] NO_MODE = {};

    private final boolean posix;
    private final FileAttribute<?>[] privateDirectory;
    private final FileAttribute<?>[] privateFile;

    private Disk(boolean posix) {
        this.posix = posix;
        privateDirectory = posix ? mode("rwx------") : NO_MODE;
        privateFile = posix ? mode("rw-------") : NO_MODE;
    }

    static Disk of(Path path) {
        return new Disk(path.getFileSystem().supportedFileAttributeViews().contains("posix"));
    }

    private static FileAttribute<?>[] mode(String permissions) {
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }

    /** Creates a directory that only its owner may enter, unless there is one. What else has the name is refused. */
    void createDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, privateDirectory);
        } catch (FileAlreadyExistsException e) {
            Optional<BasicFileAttributes> there = look(directory);
            if (there.isPresent() && !there.get().isDirectory()) {
                throw e;
            }
        }
    }

    /** Returns the real path of a directory, which is created, private and durable, unless it is there. */
    Path root(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (!Files.isDirectory(absolute)) {
            Path parent = absolute.getParent();
            if (parent != null) {
                root(parent);
                createDirectory(absolute);
                sync(parent);
            }
        }
        return absolute.toRealPath();
    }

    /** Creates an empty file that only its owner may read. */
    void createFile(Path file) throws IOException {
        Files.createFile(file, privateFile);
    }

    /** Opens a file to add to its end. The stream is synced through its descriptor: a channel would be closed by an interrupt. */
    static FileOutputStream append(Path file) throws IOException {
        return new FileOutputStream(file.toFile(), true);
    }

    /** Makes durable which names a directory holds; where directories can't be opened (not POSIX) the file system sees to it by itself. */
    void sync(Path directory) throws IOException {
        if (!posix) {
            return;
        }
        // Directories can only be synced through a channel, so an interrupt is put off until that is done.
        boolean interrupted = Thread.interrupted();
        try {
            while (!syncOnce(directory)) {
                interrupted = Thread.interrupted() || interrupted;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean syncOnce(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        } catch (NoSuchFileException e) {
            // Removed with all that was in it: nothing is left to make durable.
            return true;
        }
    }

    /** Returns what is there under a name, links not followed; empty if nothing is. */
    static Optional<BasicFileAttributes> look(Path path) throws IOException {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}
