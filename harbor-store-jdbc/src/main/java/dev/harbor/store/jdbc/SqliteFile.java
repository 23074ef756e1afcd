package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Is the file of a database, and the log beside it. It is made here and not by SQLite, so that it is private from its first moment; it is never opened here,
 * since closing it would drop the locks that SQLite holds on it in this process.
 */
final class SqliteFile {

    private static final FileAttribute<?>[] NO_MODE = {};
    private static final int SMALLEST_PAGE = 512;
    private static final long LONGEST_TICK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Path path;
    private final LongSupplier nanos;
    private @Nullable Identity identity;
    private volatile @Nullable Look last;

    /** Says which files these are, whatever their names are given to later. */
    private record Identity(Object database, Object log) {}

    /** Says which folder it is, and when a name in it was last given or taken. */
    private record Folder(Object key, FileTime changed) {

        static Folder look(Path folder) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(folder, BasicFileAttributes.class);
            Object key = attributes.fileKey();
            return new Folder(key == null ? folder : key, attributes.lastModifiedTime());
        }
    }

    /** Remembers a folder as it was when the files were looked at, and whether a change since would show: clocks of file systems tick slowly. */
    private record Look(Folder folder, long firstNanos, boolean isSettled) {

        /** Returns what is known after the files were looked at once more and found in their place. */
        static Look after(@Nullable Look before, Folder now, long nanos) {
            if (before == null || !before.folder.equals(now)) {
                return new Look(now, nanos, false);
            }
            return new Look(now, before.firstNanos, nanos - before.firstNanos > LONGEST_TICK_NANOS);
        }
    }

    private SqliteFile(Path path, LongSupplier nanos) {
        this.path = path;
        this.nanos = nanos;
    }

    /** Returns a file, made empty and private unless it is there. */
    static SqliteFile create(Path file) throws IOException {
        return create(file, System::nanoTime);
    }

    /** Returns the same with another clock, which only goes forward. */
    static SqliteFile create(Path file, LongSupplier nanos) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        Path folder = Objects.requireNonNull(absolute.getParent(), "the root of a file system is no database");
        createFolder(folder);
        Path real = folder.toRealPath().resolve(Objects.requireNonNull(absolute.getFileName()));
        try {
            Files.createFile(real, mode(real, "rw-------"));
            sync(real.getParent());
        } catch (FileAlreadyExistsException e) {
            requireFile(real, e);
        }
        return new SqliteFile(real, nanos);
    }

    private static void requireFile(Path file, FileAlreadyExistsException otherwise) throws FileAlreadyExistsException {
        if (!Files.isRegularFile(file)) {
            throw otherwise;
        }
    }

    private static void createFolder(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (!Files.isDirectory(folder) && parent != null) {
            createFolder(parent);
            try {
                Files.createDirectory(folder, mode(folder, "rwx------"));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(folder)) {
                    throw e;
                }
            }
            sync(parent);
        }
    }

    private static FileAttribute<?>[] mode(Path path, String permissions) {
        if (!isPosix(path)) {
            return NO_MODE;
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Makes durable which names a directory holds. It takes a channel, so an interrupt is put off until that is done. */
    private static void sync(@Nullable Path folder) throws IOException {
        if (folder == null || !isPosix(folder)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (!syncOnce(folder)) {
                interrupted = Thread.interrupted() || interrupted;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean syncOnce(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }

    Path path() {
        return path;
    }

    /**
     * Refuses a file that was cut off inside its header: SQLite takes it for an empty one, and would begin anew over what is left. While the journal of a broken
     * off creation is there, that is what it has to do.
     */
    void requireHeader() throws IOException {
        long bytes = Files.size(path);
        if (bytes > 0 && bytes < SMALLEST_PAGE && !Files.exists(beside("-journal"))) {
            throw new IOException("it ends after " + bytes + " bytes, inside its header; it was left as it is");
        }
    }

    private Path beside(String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    /** Remembers which files these are, now that they are open. */
    void remember() throws IOException {
        identity = look();
    }

    /**
     * Refuses to go on when the names do not lead to the files that are open any more: what is written then is lost with this process.
     *
     * @throws StoreException if they do not
     */
    void requireInPlace() {
        try {
            if (!isInPlace()) {
                throw gone(null);
            }
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** Looks at the files only when a name in their folder may have changed: to ask for a file that was just written to can cost a third of a commit. */
    private boolean isInPlace() throws IOException {
        Folder folder = Folder.look(Objects.requireNonNull(path.getParent()));
        Look before = last;
        if (before != null && before.isSettled() && before.folder().equals(folder)) {
            return true;
        }
        boolean inPlace = look().equals(identity);
        last = inPlace ? Look.after(before, folder, nanos.getAsLong()) : null;
        return inPlace;
    }

    private Identity look() throws IOException {
        return new Identity(key(path), key(beside("-wal")));
    }

    /** Returns what the file system tells a file by, or the name where it has nothing better and lets nobody remove an open file. */
    private static Object key(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key == null ? file : key;
    }

    private StoreException gone(@Nullable IOException cause) {
        return new StoreException(
                ErrorCode.STORE_FAILED,
                "the database file " + path
                        + " or its log was removed or replaced while it was open, so nothing that is"
                        + " written now would last; put the files back and open it again",
                cause);
    }
}
