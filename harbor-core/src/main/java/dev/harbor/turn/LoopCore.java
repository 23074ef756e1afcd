package dev.harbor.turn;

import dev.harbor.catalog.LoopCatalog;
import dev.harbor.history.LoopHistory;
import dev.harbor.loop.LoopDefinition;

/** Is what the parts of an open loop share. */
record LoopCore(
        LoopServices services,
        LoopKey key,
        LoopDefinition definition,
        LoopCatalog catalog,
        LoopLog log,
        LoopStanding standing,
        Mailbox mailbox) {

    static LoopCore of(
            LoopServices services, LoopKey key, LoopDefinition definition, LoopCatalog catalog, LoopLog log) {
        return new LoopCore(
                services,
                key,
                definition,
                catalog,
                log,
                new LoopStanding(key.id(), log),
                new Mailbox(services.executor(), key.id()));
    }

    /** Returns the mode of the next turn. */
    String mode() {
        return log.read(LoopHistory::mode);
    }
}
