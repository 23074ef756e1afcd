package dev.harbor.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full, and one that can't be written to. Where a small disk can be mounted (as root, or in a user namespace) it is one; elsewhere the process may
 * write no file beyond a size, which fails the same calls.
 */
final class FullDiskTest {

    @TempDir
    Path folder;

    private ChildJvm child(String afterMount, String arguments) throws IOException, InterruptedException {
        String java = "exec \"$0\" \"$@\"";
        String mount = "mount -t tmpfs -o size=1m tmpfs '" + folder + "'";
        List<String> through = new ArrayList<>();
        if (works("unshare", "-m", "sh", "-c", mount)) {
            through.addAll(List.of("unshare", "-m", "sh", "-c", mount + " && " + afterMount + java));
        } else if (works("unshare", "-Urm", "sh", "-c", mount)) {
            through.addAll(List.of("unshare", "-Urm", "sh", "-c", mount + " && " + afterMount + java));
        } else {
            through.addAll(List.of("sh", "-c", "chmod 0500 '" + folder + "'; ulimit -f 1024; " + java));
        }
        return ChildJvm.start(through, List.of("-XX:-UsePerfData"), FullDisk.class, folder.toString(), arguments);
    }

    private static boolean works(String... command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void fullDisk_failsTheWrite_leavesNothingAndTakesWhatFits() throws Exception {
        Path place = Files.createDirectories(folder.resolve("x"));
        assertThat(place).exists();
        try (ChildJvm child = child("", "full")) {
            assertThat(child.end()).containsExactly("STORE_FAILED", "STORE_FAILED", "1 artifacts, 0 temporary files");
        }
    }

    @Test
    void readOnlyDisk_isRefusedWhenItIsOpened() throws Exception {
        try (ChildJvm child = child("mount -o remount,ro '" + folder + "' && ", "open")) {
            assertThat(child.end()).containsExactly("STORE_FAILED");
        }
    }
}
