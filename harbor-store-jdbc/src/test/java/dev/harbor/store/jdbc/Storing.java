package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Stores a hundred contents of a thousand bytes in a file that has room for some of them. Argument: the file. */
final class Storing {

    static final int ROOM = 120;

    private Storing() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (ArtifactStore store = open(Path.of(args[0]))) {
            for (int number = 0; number < 100; number++) {
                byte[] content = Samples.random(1_000, 1_000_000 + number);
                out.println(
                        TwoProcessesTest.put(store, new ArtifactScope(Samples.ADA, "child"), content)
                                ? "stored"
                                : "refused");
            }
        }
    }

    static ArtifactStore open(Path file) {
        return JdbcArtifactStore.builder()
                .limits(ArtifactLimits.builder().maxTenantBytes(ROOM * 1_000L).build())
                .sqlite(file);
    }
}
