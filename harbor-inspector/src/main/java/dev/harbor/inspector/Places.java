package dev.harbor.inspector;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the streams that are open, of all and of each actor. Thread-safe. */
final class Places {

    private final Map<String, Integer> each = new ConcurrentHashMap<>();
    private final AtomicInteger all = new AtomicInteger();
    private final InspectorLimits limits;

    Places(InspectorLimits limits) {
        this.limits = limits;
    }

    /** Takes a place; what comes back gives it back, once however often it is run. Empty when there is none. */
    Optional<Runnable> take(String actor) {
        if (all.incrementAndGet() > limits.streams()) {
            all.decrementAndGet();
            return Optional.empty();
        }
        if (each.merge(actor, 1, Integer::sum) > limits.streamsEach()) {
            leave(actor);
            return Optional.empty();
        }
        AtomicBoolean left = new AtomicBoolean();
        return Optional.of(() -> {
            if (left.compareAndSet(false, true)) {
                leave(actor);
            }
        });
    }

    private void leave(String actor) {
        each.computeIfPresent(actor, (who, open) -> open == 1 ? null : open - 1);
        all.decrementAndGet();
    }

    int open() {
        return all.get();
    }
}
