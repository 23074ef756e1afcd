package dev.harbor.turn;

import dev.harbor.history.LoopHistory.Input;
import dev.harbor.history.LoopStore;
import dev.harbor.identity.Identity;

/** Is which loop. Immutable. */
record LoopKey(Identity identity, String id, String key) {

    static LoopKey of(Identity identity, String id) {
        return new LoopKey(identity, id, LoopStore.keyOf(identity, id));
    }

    String runIdOf(Input input) {
        return input.name().isEmpty() ? LoopStore.runIdOf(key, input.turn()) : LoopStore.runIdOf(key, input.name());
    }
}
