package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the streams that are open and the callers that wait, of all and of each identity. Thread-safe. */
final class Places {

    private final Map<Identity, Integer> each = new ConcurrentHashMap<>();
    private final AtomicInteger all = new AtomicInteger();
    private final A2aServerLimits limits;

    Places(A2aServerLimits limits) {
        this.limits = limits;
    }

    /** Takes a place; false when there is none. */
    boolean take(Identity identity) {
        if (all.incrementAndGet() > limits.streams()) {
            all.decrementAndGet();
            return false;
        }
        if (each.merge(identity, 1, Integer::sum) > limits.streamsEach()) {
            leave(identity);
            return false;
        }
        return true;
    }

    void leave(Identity identity) {
        leaveEach(identity);
        all.decrementAndGet();
    }

    private void leaveEach(Identity identity) {
        each.computeIfPresent(identity, (who, open) -> open == 1 ? null : open - 1);
    }

    int open() {
        return all.get();
    }
}
