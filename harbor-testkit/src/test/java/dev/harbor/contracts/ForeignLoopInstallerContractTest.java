package dev.harbor.contracts;

import dev.harbor.json.Json;
import dev.harbor.loop.LoopDefinition;

/** Loops over an agent elsewhere keep the contract: they take no tools, and say so. */
final class ForeignLoopInstallerContractTest extends InstallerOverALoop {

    @Override
    LoopDefinition definition() {
        return LoopDefinition.foreign("foreign", turn -> Json.NULL).build();
    }

    @Override
    protected boolean takesTools() {
        return false;
    }
}
