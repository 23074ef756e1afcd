package dev.harbor.observability;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets so many values of a tag through, the first ones, and {@value #OTHER} for the rest: each value of a tag is a time series for ever. Thread-safe. */
final class Bounded {

    static final String OTHER = "_OTHER";

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final int most;

    Bounded(int most) {
        this.most = most;
    }

    String of(String value) {
        if (known.contains(value)) {
            return value;
        }
        synchronized (this) {
            if (known.size() < most) {
                known.add(value);
            }
            return known.contains(value) ? value : OTHER;
        }
    }
}
