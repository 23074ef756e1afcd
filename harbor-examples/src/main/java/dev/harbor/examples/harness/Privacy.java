package dev.harbor.examples.harness;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes files and directories that only their owner can read, where the file system knows owners. */
final class Privacy {

    private static final FileAttribute<?> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private Privacy() {}

    /** Makes a directory and those above it, unless they are there. */
    static void makeDirectories(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            makeDirectories(parent);
        }
        try {
            makeDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }

    /** Makes one directory, which must not be there. */
    static void makeDirectory(Path directory) throws IOException {
        Files.createDirectory(directory, attributes(directory, DIRECTORY));
    }

    /** Makes an empty file unless it is there. */
    static void makeFile(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(file, FILE));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isRegularFile(file)) {
                throw e;
            }
        }
    }

    private static FileAttribute<?>[] attributes(Path path, FileAttribute<?> wanted) {
        boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isPosix ? new FileAttribute<?>[] {wanted} : new FileAttribute<?>[0];
    }
}
