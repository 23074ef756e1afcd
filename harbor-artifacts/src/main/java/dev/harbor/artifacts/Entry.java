package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;

/**
 * Is what one task stored in one namespace: a file of content and description, or, if the session had the bytes already, a directory of a description and a hard
 * link to them. Each entry has its bytes by itself, so that entries come and go without looking at each other. Immutable.
 *
 * @param info the description
 * @param content the file that begins with the bytes
 * @param lastStored when the bytes were stored last
 */
record Entry(ArtifactInfo info, Path content, Instant lastStored) {

    private static final String BYTES = "bytes";
    private static final String DESCRIPTION = "description";
    private static final int LOOKS = 16;

    boolean isOlderThan(Entry other) {
        return info.createdAt().isBefore(other.info.createdAt());
    }

    static Path bytes(Path directory) {
        return directory.resolve(BYTES);
    }

    static Path description(Path directory) {
        return directory.resolve(DESCRIPTION);
    }

    /**
     * Reads an entry; empty if there is none.
     *
     * @throws DamagedException if it is not as it was written, or not where it was
     */
    static Optional<Entry> read(Path folder, EntryName name) throws IOException {
        Path path = folder.resolve(name.toString());
        for (int look = 1; ; look++) {
            try {
                Optional<BasicFileAttributes> there = Disk.look(path);
                return there.isEmpty() ? Optional.empty() : Optional.of(read(path, there.get(), name));
            } catch (FileNotFoundException e) {
                if (Disk.look(path).isEmpty()) {
                    return Optional.empty();
                }
                // Removed while it was read and put there anew is no damage; what lacks a part each time is.
                if (look == LOOKS) {
                    throw e;
                }
            }
        }
    }

    private static Entry read(Path path, BasicFileAttributes there, EntryName name) throws IOException {
        Path content = there.isDirectory() ? bytes(path) : path;
        BasicFileAttributes attributes = there.isDirectory() ? regular(content) : requireRegular(content, there);
        Trailer holder = Trailer.read(content);
        requireContent(content, holder, name);
        ArtifactInfo info = holder.info();
        if (there.isDirectory()) {
            regular(description(path));
            info = Trailer.read(description(path)).info();
        }
        if (!EntryName.of(info).equals(name)) {
            throw new DamagedException(path, "its description is another one's");
        }
        return new Entry(info, content, attributes.lastModifiedTime().toInstant());
    }

    /** Returns the description of the entry with which bytes came; empty if there are no bytes of that name. */
    static Optional<ArtifactInfo> described(Path bytes) throws IOException {
        try {
            regular(bytes);
            return Optional.of(Trailer.read(bytes).info());
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Checks that a file holds as many bytes as it should, and says that they are the right ones. */
    static void requireContent(Path file, Trailer trailer, EntryName name) {
        if (!name.isOf(trailer.info().ref()) || trailer.contentBytes() != name.sizeBytes()) {
            throw new DamagedException(file, "its content is another one's");
        }
    }

    private static BasicFileAttributes regular(Path file) throws IOException {
        return requireRegular(file, Disk.look(file).orElseThrow(() -> new FileNotFoundException(file.toString())));
    }

    private static BasicFileAttributes requireRegular(Path file, BasicFileAttributes there) {
        if (!there.isRegularFile()) {
            throw new DamagedException(file, "it is no regular file");
        }
        return there;
    }
}
