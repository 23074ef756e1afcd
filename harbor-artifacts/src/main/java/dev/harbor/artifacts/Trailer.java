package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Is what follows the content in a file of the store: the description of an artifact, then a footer of 24 bytes (size of the content, size of the
 * description, checksum of both and the description, and eight letters). Content and description are one file, so that one sync makes both durable.
 * Immutable.
 *
 * @param info the description
 * @param contentBytes how much content is in the same file: all of it, or nothing
 */
record Trailer(ArtifactInfo info, long contentBytes) {

    private static final long LETTERS =
            ByteBuffer.wrap(new byte[] {'h', 'a', 'r', 'b', 'o', 'r', '-', '1'}).getLong();
    private static final int FOOTER = 24;
    private static final int USUAL = 4096;
    private static final int MAX_DESCRIPTION = 1 << 20;

    byte[] toBytes() {
        byte[] description = describe();
        ByteBuffer all = ByteBuffer.allocate(description.length + FOOTER);
        all.put(description);
        all.putLong(contentBytes).putInt(description.length);
        all.putInt(checksum(all.array(), all.position())).putLong(LETTERS);
        return all.array();
    }

    /**
     * Reads the end of a file.
     *
     * @throws DamagedException if it is not as it was written
     */
    static Trailer read(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long size = in.length();
            byte[] end = end(in, size, Math.min(size, USUAL));
            if (end.length < FOOTER) {
                throw new DamagedException(file, "it is too short");
            }
            ByteBuffer footer = ByteBuffer.wrap(end, end.length - FOOTER, FOOTER);
            long content = footer.getLong();
            int description = footer.getInt();
            int checksum = footer.getInt();
            if (footer.getLong() != LETTERS || description < 0 || description > MAX_DESCRIPTION) {
                throw new DamagedException(file, "it does not end as a file of this store");
            }
            if (content < 0 || content != size - FOOTER - description) {
                throw new DamagedException(file, "its length has changed");
            }
            byte[] all = description + FOOTER <= end.length ? end : end(in, size, description + FOOTER);
            return decode(file, all, description, checksum, content);
        }
    }

    private static byte[] end(RandomAccessFile in, long size, long count) throws IOException {
        byte[] end = new byte[(int) count];
        in.seek(size - count);
        in.readFully(end);
        return end;
    }

    private static Trailer decode(Path file, byte[] end, int description, int checksum, long content)
            throws IOException {
        int from = end.length - FOOTER - description;
        byte[] checked = java.util.Arrays.copyOfRange(end, from, end.length - 12);
        if (checksum(checked, checked.length) != checksum) {
            throw new DamagedException(file, "its description has changed");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(checked, 0, description))) {
            return new Trailer(info(in), content);
        } catch (IOException | IllegalArgumentException | DateTimeException | HarborException e) {
            throw new DamagedException(file, "its description can't be read", e);
        }
    }

    private static int checksum(byte[] bytes, int count) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, count);
        return (int) crc.getValue();
    }

    // Later versions may add fields behind these; a reader ignores what it does not know.
    private byte[] describe() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            Identity owner = info.scope().identity();
            out.writeUTF(info.ref().id());
            out.writeLong(info.sizeBytes());
            out.writeUTF(owner.tenant());
            out.writeUTF(owner.user());
            out.writeUTF(owner.session());
            out.writeUTF(info.scope().task());
            write(out, info.createdAt());
            write(out, info.options());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Instant time) throws IOException {
        out.writeLong(time.getEpochSecond());
        out.writeInt(time.getNano());
    }

    private static void write(DataOutputStream out, ArtifactOptions options) throws IOException {
        out.writeUTF(options.mediaType());
        out.writeUTF(options.namespace());
        String filename = options.filename();
        out.writeBoolean(filename != null);
        if (filename != null) {
            out.writeUTF(filename);
        }
        out.writeInt(options.source().size());
        for (Map.Entry<String, String> each : new TreeMap<>(options.source()).entrySet()) {
            out.writeUTF(each.getKey());
            out.writeUTF(each.getValue());
        }
    }

    private static ArtifactInfo info(DataInputStream in) throws IOException {
        ArtifactRef ref = new ArtifactRef(in.readUTF());
        long sizeBytes = in.readLong();
        Identity owner = Identity.of(in.readUTF(), in.readUTF(), in.readUTF());
        ArtifactScope scope = new ArtifactScope(owner, in.readUTF());
        Instant createdAt = Instant.ofEpochSecond(in.readLong(), in.readInt());
        return new ArtifactInfo(ref, sizeBytes, scope, options(in), createdAt);
    }

    private static ArtifactOptions options(DataInputStream in) throws IOException {
        String mediaType = in.readUTF();
        String namespace = in.readUTF();
        String filename = in.readBoolean() ? in.readUTF() : null;
        Map<String, String> source = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            source.put(in.readUTF(), in.readUTF());
        }
        return new ArtifactOptions(mediaType, filename, namespace, source);
    }
}
