package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Stores numbered contents, tells each that was stored with its reference, and deletes every fourth again, until it is killed. Arguments: where (a file, or the
 * URL of a PostgreSQL server and a schema, joined by a blank), the first number, and how many contents it stores before it halts in the middle of one, 0 for
 * never.
 */
final class StoringForEver {

    static final ArtifactScope SCOPE = new ArtifactScope(Samples.ADA, "task");

    /** More than the pieces of one transaction. */
    static final int LARGEST = 5 << 20;

    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private StoringForEver() {}

    public static void main(String[] args) throws IOException {
        int first = Integer.parseInt(args[1]);
        int halt = Integer.parseInt(args[2]);
        try (ArtifactStore store = open(args[0])) {
            for (int number = first; ; number++) {
                boolean halts = halt > 0 && number == first + halt;
                store(store, number, halts ? new Halting(content(LARGEST, number)) : stream(number));
            }
        }
    }

    static ArtifactStore open(String where) {
        String[] words = where.split(" ", 2);
        return words.length == 1
                ? JdbcArtifactStore.sqlite(Path.of(where))
                : JdbcArtifactStore.builder()
                        .schema(words[1])
                        .postgres(PostgresServer.pool(PostgresServer.remote(words[0])));
    }

    private static void store(ArtifactStore store, int number, InputStream content) throws IOException {
        ArtifactInfo info = store.put(SCOPE, content, ArtifactOptions.of("text/x"));
        if (number % 4 == 3) {
            OUT.println("deleting " + number + " " + info.ref());
            store.delete(SCOPE, info.ref());
            OUT.println("deleted " + number + " " + info.ref());
        } else {
            OUT.println("stored " + number + " " + info.ref());
        }
    }

    private static InputStream stream(int number) {
        return new ByteArrayInputStream(content(number));
    }

    /** Returns a content of up to 2 MiB; every eighth is the same for all. */
    static byte[] content(int number) {
        return number % 8 == 5
                ? content(70_000, 5)
                : content((int) (number * 7919L * 4096 % (number % 5 == 0 ? 2 << 20 : 300 << 10)), number);
    }

    static byte[] content(int size, int number) {
        return Samples.random(size, number);
    }

    /** Says {@code half} when half of it was read, and gives nothing more. */
    private static final class Halting extends InputStream {

        private final InputStream content;
        private int left;

        Halting(byte[] content) {
            this.content = new ByteArrayInputStream(content);
            this.left = content.length / 2;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left == 0) {
                OUT.println("half");
                awaitTheEnd();
            }
            int count = content.read(buffer, offset, Math.min(length, left));
            left -= Math.max(count, 0);
            return count;
        }

        private static void awaitTheEnd() throws IOException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }
    }
}
