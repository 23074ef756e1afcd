package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;

/** Streams a content of so many bytes into a store and back out. Arguments: directory, bytes. */
final class LargeArtifact {

    private LargeArtifact() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long size = Long.parseLong(args[1]);
        try (ArtifactStore store = Artifacts.fileStore(Path.of(args[0]))) {
            ArtifactInfo info = store.put(Samples.RUN, new Generated(size), Samples.BYTES);
            MessageDigest digest = Sha256.digest();
            long read = 0;
            try (InputStream in = store.open(Samples.ADA, info.ref(), 0).orElseThrow()) {
                byte[] buffer = new byte[64 * 1024];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    digest.update(buffer, 0, n);
                    read += n;
                }
            }
            out.println(info.sizeBytes() + " " + read + " " + Sha256.ref(digest).equals(info.ref()));
        }
    }

    /** Gives bytes of which no long stretch repeats, without holding them. */
    private static final class Generated extends InputStream {

        private final long size;
        private long given;

        Generated(long size) {
            this.size = size;
        }

        @Override
        public int read() {
            return given == size ? -1 : (byte) (given++ * 0x9E3779B97F4A7C15L >>> 40) & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            int count = (int) Math.min(length, size - given);
            for (int i = 0; i < count; i++) {
                into[from + i] = (byte) (given++ * 0x9E3779B97F4A7C15L >>> 40);
            }
            return count == 0 && length > 0 ? -1 : count;
        }
    }
}
