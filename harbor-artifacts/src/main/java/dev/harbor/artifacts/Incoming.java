package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.error.StoreException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Is content on its way in, hashed while it comes: small content waits in memory, because it may turn out to be there already; larger content goes to a
 * temporary file. Not thread-safe.
 */
final class Incoming implements AutoCloseable {

    /** How much waits in memory. */
    static final int MAX_IN_MEMORY = 256 * 1024;

    private static final int CHUNK = 64 * 1024;

    private final TempArea temp;
    private final Function<IOException, StoreException> failure;
    private final MessageDigest digest = Sha256.digest();
    private byte[] head = {};
    private int headBytes;
    private @Nullable Path file;
    private @Nullable ArtifactRef ref;
    private long sizeBytes;
    private boolean complete;

    private Incoming(TempArea temp, Function<IOException, StoreException> failure) {
        this.temp = temp;
        this.failure = failure;
    }

    /**
     * Reads a stream to its end, which must come within so many bytes.
     *
     * @param failure makes of a failure of the medium what is thrown then
     * @throws IOException if the stream fails
     */
    static Incoming read(
            InputStream content, long mostBytes, TempArea temp, Function<IOException, StoreException> failure)
            throws IOException {
        Incoming incoming = new Incoming(temp, failure);
        boolean whole = false;
        try {
            incoming.take(content, mostBytes);
            whole = true;
            return incoming;
        } finally {
            if (!whole) {
                incoming.close();
            }
        }
    }

    private void take(InputStream content, long mostBytes) throws IOException {
        readHead(content);
        count(head, headBytes, mostBytes);
        if (headBytes == MAX_IN_MEMORY) {
            try (FileOutputStream out = open()) {
                write(out, head, headBytes);
                head = new byte[CHUNK];
                for (int n = content.read(head); n >= 0; n = content.read(head)) {
                    count(head, n, mostBytes);
                    write(out, head, n);
                }
            }
        }
        ref = Sha256.ref(digest);
    }

    /** Reads what waits in memory, in one piece if the stream says truly how much it has. */
    private void readHead(InputStream content) throws IOException {
        head = new byte[Math.min(MAX_IN_MEMORY, Math.max(CHUNK, content.available() + 1))];
        headBytes = content.readNBytes(head, 0, head.length);
        while (headBytes == head.length && headBytes < MAX_IN_MEMORY) {
            head = Arrays.copyOf(head, Math.min(MAX_IN_MEMORY, 2 * headBytes));
            headBytes += content.readNBytes(head, headBytes, head.length - headBytes);
        }
    }

    private void count(byte[] bytes, int count, long mostBytes) {
        sizeBytes += count;
        if (sizeBytes > mostBytes) {
            throw Quota.exceeded("one artifact", mostBytes);
        }
        digest.update(bytes, 0, count);
    }

    private FileOutputStream open() {
        try {
            Path created = temp.newFile();
            file = created;
            return Disk.append(created);
        } catch (IOException e) {
            throw failure.apply(e);
        }
    }

    private void write(FileOutputStream out, byte[] bytes, int count) {
        try {
            out.write(bytes, 0, count);
        } catch (IOException e) {
            throw failure.apply(e);
        }
    }

    ArtifactRef ref() {
        return Objects.requireNonNull(ref);
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /** Returns a durable temporary file of the content and what follows it. Called again, it returns the same file. */
    Path complete(Trailer trailer, Instant lastStored) throws IOException {
        Path target = file == null ? temp.newFile() : file;
        boolean fromMemory = file == null;
        file = target;
        if (!complete) {
            try (FileOutputStream out = Disk.append(target)) {
                if (fromMemory) {
                    out.write(head, 0, headBytes);
                }
                out.write(trailer.toBytes());
                Files.setLastModifiedTime(target, FileTime.from(lastStored));
                out.getFD().sync();
            }
            complete = true;
        }
        return target;
    }

    /** Says that the temporary file has become something else. */
    void moved() {
        file = null;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
