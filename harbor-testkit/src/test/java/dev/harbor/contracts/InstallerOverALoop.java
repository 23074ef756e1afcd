package dev.harbor.contracts;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.ExternalToolInstallerContract;
import dev.harbor.testkit.TestIdentities;
import org.junit.jupiter.api.AfterEach;

/** Is the contract over a loop of the core. */
abstract class InstallerOverALoop extends ExternalToolInstallerContract {

    private final HarborRuntime runtime = HarborRuntime.builder()
            .artifacts(Artifacts.memory())
            .journal(InMemoryJournal.create())
            .build();

    abstract LoopDefinition definition();

    @Override
    protected ExternalToolInstaller create() {
        return runtime.as(TestIdentities.DEFAULT)
                .loop("chat", definition())
                .controller()
                .capability(ExternalToolInstaller.class)
                .orElseThrow();
    }

    @AfterEach
    void close() {
        runtime.close();
    }
}
