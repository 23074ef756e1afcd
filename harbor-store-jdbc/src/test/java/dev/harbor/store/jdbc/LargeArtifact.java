package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.postgresql.ds.PGSimpleDataSource;

/** Streams a content of so many bytes into a store and back out. Arguments: file, or URL and schema; bytes. */
final class LargeArtifact {

    private LargeArtifact() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long size = Long.parseLong(args[args.length - 1]);
        try (ArtifactStore store = open(args)) {
            ArtifactInfo info =
                    store.put(new ArtifactScope(Samples.ADA, "run"), new Generated(size), ArtifactOptions.of("text/x"));
            try (InputStream in = store.open(Samples.ADA, info.ref(), 0).orElseThrow()) {
                out.println(info.sizeBytes() + " " + sameBytes(in, new Generated(size)));
            }
        }
    }

    private static ArtifactStore open(String... args) {
        if (args.length == 2) {
            return JdbcArtifactStore.sqlite(Path.of(args[0]));
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(args[0]);
        return JdbcArtifactStore.builder().schema(args[1]).postgres(PostgresServer.pool(source));
    }

    private static long sameBytes(InputStream one, InputStream two) throws IOException {
        byte[] mine = new byte[64 * 1024];
        byte[] theirs = new byte[64 * 1024];
        long same = 0;
        int count;
        do {
            count = one.readNBytes(mine, 0, mine.length);
            int other = two.readNBytes(theirs, 0, theirs.length);
            if (count != other || !Arrays.equals(mine, 0, count, theirs, 0, count)) {
                return same;
            }
            same += count;
        } while (count > 0);
        return same;
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
