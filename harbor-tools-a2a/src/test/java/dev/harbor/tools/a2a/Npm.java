package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Puts a program on the JavaScript SDK into a folder, and fetches the SDK by npm. */
public final class Npm {

    private Npm() {}

    /** Installs a program. */
    public static void install(Path folder, String program) throws IOException, InterruptedException {
        for (String file : new String[] {"package.json", program}) {
            Files.copy(Npm.class.getResourceAsStream("/peer/" + file), folder.resolve(file));
        }
        // Not by what this process inherited: npm makes that non-blocking, and the test runner reads its commands from
        // there.
        Path log = folder.resolve("npm.log");
        Process npm = new ProcessBuilder("npm", "install", "--no-audit", "--no-fund")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(npm.waitFor(4, TimeUnit.MINUTES)).as("npm ends in time").isTrue();
        } finally {
            npm.destroyForcibly();
        }
        assertThat(npm.exitValue()).as(Files.readString(log)).isZero();
    }
}
