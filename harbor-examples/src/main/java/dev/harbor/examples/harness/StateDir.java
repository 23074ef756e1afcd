package dev.harbor.examples.harness;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.store.jdbc.JdbcArtifactStore;
import dev.harbor.store.jdbc.JdbcJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory in which runs are kept: the journal, the artifacts and the log, all of them private to the user.
 *
 * @param path where it is
 */
record StateDir(Path path) {

    /** Where it is when nothing is said. */
    static final String DEFAULT = ".harbor/runs";

    /** Tells whether a run was ever kept here. Looking changes nothing. */
    boolean exists() {
        return Files.isRegularFile(journal());
    }

    /**
     * Insists that runs are kept here.
     *
     * @throws Refused if there are none
     */
    StateDir require() {
        if (!exists()) {
            throw new Refused("no runs are kept in " + path + "; --state-dir names where they are, " + DEFAULT
                    + " when it is not given");
        }
        return this;
    }

    /** Makes the directory unless it is there. */
    StateDir create() {
        try {
            Privacy.makeDirectories(path);
            return this;
        } catch (IOException e) {
            throw new Refused("the state directory " + path + " can't be made: " + e, e);
        }
    }

    /** Returns the real path of the directory, which must be there. */
    Path realPath() {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new Refused("the state directory " + path + " can't be used: " + e, e);
        }
    }

    /** Returns a builder of a runtime that keeps its runs here. Closing the runtime closes what it keeps them in. */
    HarborRuntime.Builder open() {
        logHere();
        return HarborRuntime.builder()
                .journal(JdbcJournal.sqlite(journal()))
                .artifacts(Artifacts.over(JdbcArtifactStore.sqlite(path.resolve("artifacts.db"))));
    }

    private Path journal() {
        return path.resolve("journal.db");
    }

    /** Keeps the log out of what the harness says. Works once, before anything is logged in this process. */
    private void logHere() {
        Path log = path.resolve("harness.log");
        try {
            Privacy.makeFile(log);
        } catch (IOException e) {
            throw new Refused("the log " + log + " can't be made: " + e, e);
        }
        System.setProperty("logback.configurationFile", "harness-logback.xml");
        System.setProperty("harbor.harness.log", log.toAbsolutePath().toString());
    }
}
