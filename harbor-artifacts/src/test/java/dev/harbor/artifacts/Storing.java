package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.identity.Identity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Stores numbered contents, tells each that was stored with its reference, and deletes every fourth again. Arguments: directory, first number, count (0 for ever),
 * session.
 */
final class Storing {

    private Storing() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        ArtifactScope scope = scope(args[3]);
        int first = Integer.parseInt(args[1]);
        int count = Integer.parseInt(args[2]);
        try (ArtifactStore store = Artifacts.fileStore(Path.of(args[0]))) {
            for (int number = first; count == 0 || number < first + count; number++) {
                ArtifactInfo info = store.put(scope, new ByteArrayInputStream(content(number)), Samples.BYTES);
                if (number % 4 == 3) {
                    out.println("deleting " + number + " " + info.ref());
                    store.delete(scope, info.ref());
                    out.println("deleted " + number + " " + info.ref());
                } else {
                    out.println("stored " + number + " " + info.ref());
                }
            }
        }
    }

    static ArtifactScope scope(String session) {
        return new ArtifactScope(Identity.of("acme", "ada", session), "task");
    }

    /** Returns a content of 0 to 600 KiB; every eighth is the same for all. */
    static byte[] content(int number) {
        return number % 8 == 5
                ? Samples.random(70_000, 5)
                : Samples.random((int) ((number * 7919L * 64) % (600 * 1024)), number);
    }
}
