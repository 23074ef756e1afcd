package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk of two megabytes that is full, and one that can't be written to; both need the right to mount one, as root or in a name space of the user's own. */
final class FullDiskTest {

    private static final String SPACE = System.getProperty("user.name").equals("root") ? "-m" : "-Urm";

    @TempDir
    Path folder;

    @TempDir
    Path otherDisk;

    private List<String> run(String afterMount, String what) throws IOException, InterruptedException {
        String mount = "mount -t tmpfs -o size=2m tmpfs '" + folder + "'";
        List<String> through =
                List.of("unshare", SPACE, "sh", "-c", mount + " && " + afterMount + "exec \"$0\" \"$@\"");
        try (ChildJvm child = ChildJvm.start(
                through,
                List.of("-XX:-UsePerfData"),
                FullDisk.class,
                folder.toString(),
                what,
                otherDisk.resolve("effects.txt").toString())) {
            return child.end();
        }
    }

    @Test
    void journal_onAFullDisk_failsTheAppend_keepsWhatItAcknowledged_andGoesOnWhenThereIsRoom() throws Exception {
        assertThat(run("", "journal")).containsExactly("STORE_FAILED", "0", "0");
    }

    @Test
    void run_onAFullDisk_stops_runsNoToolWithoutItsIntent_reportsNothingThatIsNotOnRecord_andGoesOnWhenThereIsRoom()
            throws Exception {
        List<String> said = run("", "runs");
        assertThat(said.subList(0, said.size() - 3))
                .hasSizeGreaterThan(10)
                .allMatch(line ->
                        line.matches("(running persistence_failure|waiting unknown_write_outcome), all on record"));
        assertThat(said.subList(said.size() - 3, said.size()))
                .containsExactly("refused STORE_FAILED", "r2 is not there", "succeeded goal, all on record");
    }

    @Test
    void artifact_thatHasNoRoom_isRefused_leavesNothing_andOneThatHasIsTaken() throws Exception {
        assertThat(run("", "artifacts")).containsExactly("STORE_FAILED", "STORE_FAILED", "1 artifacts");
    }

    @Test
    void readOnlyDisk_isRefusedWhenItIsOpened() throws Exception {
        assertThat(run("mount -o remount,ro '" + folder + "' && ", "open")).containsExactly("STORE_FAILED");
    }

    @Test
    void databaseOnADiskThatBecameReadOnly_isRefusedWhenItIsOpened() throws Exception {
        JdbcJournal.sqlite(folder.resolve("seed").resolve("j.db")).close();
        String copy = "mount -t tmpfs -o size=2m tmpfs /mnt && cp '" + folder
                + "/seed/j.db' /mnt/j.db && mount -o remount,ro /mnt && ";
        List<String> through = List.of("unshare", SPACE, "sh", "-c", copy + "exec \"$0\" \"$@\"");
        try (ChildJvm child = ChildJvm.start(through, List.of("-XX:-UsePerfData"), FullDisk.class, "/mnt", "open")) {
            assertThat(child.end()).containsExactly("STORE_FAILED");
        }
    }
}
