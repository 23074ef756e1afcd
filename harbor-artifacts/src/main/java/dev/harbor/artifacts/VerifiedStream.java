package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactRef;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the content of a file. From the first byte on it hashes what it gives, and the last bytes are given only if the whole is what its reference says. Not
 * thread-safe.
 */
final class VerifiedStream extends InputStream {

    private final InputStream in;
    private final Path file;
    private final ArtifactRef ref;
    private final @Nullable MessageDigest digest;
    private long left;

    private VerifiedStream(InputStream in, Entry entry, @Nullable MessageDigest digest, long left) {
        this.in = in;
        this.file = entry.content();
        this.ref = entry.info().ref();
        this.digest = digest;
        this.left = left;
    }

    /**
     * Opens the content of an entry at an offset; empty if it was removed. Small content is read and verified before any of it is given, of other content only
     * the size is known when it is not read from the beginning.
     */
    static Optional<InputStream> open(Entry entry, long offset) throws IOException {
        long size = entry.info().sizeBytes();
        long from = Math.min(offset, size);
        try {
            FileInputStream in = new FileInputStream(entry.content().toFile());
            if (size <= Incoming.MAX_IN_MEMORY) {
                return Optional.of(small(new VerifiedStream(in, entry, Sha256.digest(), size), from));
            }
            in.skipNBytes(from);
            return Optional.of(new VerifiedStream(in, entry, from == 0 ? Sha256.digest() : null, size - from));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    private static InputStream small(VerifiedStream whole, long from) throws IOException {
        try (whole) {
            byte[] content = whole.readAllBytes();
            return new ByteArrayInputStream(content, (int) from, content.length - (int) from);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (left == 0) {
            return -1;
        }
        int count = in.read(into, from, (int) Math.min(length, left));
        if (count < 0) {
            throw new DamagedException(file, "its content ends early");
        }
        left -= count;
        if (digest != null) {
            verify(digest, into, from, count);
        }
        return count;
    }

    private void verify(MessageDigest hash, byte[] bytes, int from, int count) {
        hash.update(bytes, from, count);
        if (left == 0 && !Sha256.ref(hash).equals(ref)) {
            Arrays.fill(bytes, from, from + count, (byte) 0);
            throw new DamagedException(file, "its content has changed");
        }
    }

    @Override
    public int available() {
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
