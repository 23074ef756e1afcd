package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is an entry as it was when it was read and made durable last. As long as the same file lies there unchanged, it needs not be read again. Immutable.
 *
 * @param info its description
 * @param file tells the file from others, also from one that took its name since; null if the file system can't
 * @param sizeBytes the size of the file
 * @param changed when the file was written last
 */
record Seen(ArtifactInfo info, @Nullable Object file, long sizeBytes, FileTime changed) {

    /** Looks at an entry; empty if nothing is there any more. */
    static Optional<Seen> of(ArtifactInfo info, Path entry) throws IOException {
        return Disk.look(entry).map(there -> new Seen(info, there.fileKey(), there.size(), there.lastModifiedTime()));
    }

    /** Tells with one look whether the entry lies there unchanged. */
    boolean isStill(Path entry) throws IOException {
        Optional<BasicFileAttributes> there = Disk.look(entry);
        return file != null && there.isPresent() && isSame(file, there.get());
    }

    private boolean isSame(Object key, BasicFileAttributes there) {
        return key.equals(there.fileKey()) && sizeBytes == there.size() && changed.equals(there.lastModifiedTime());
    }
}
