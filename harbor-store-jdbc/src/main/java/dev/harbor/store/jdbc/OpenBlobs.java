package dev.harbor.store.jdbc;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Knows which bytes streams of this store read, and which of them were removed meanwhile. Thread-safe. */
final class OpenBlobs {

    private final Map<Long, Integer> readers = new HashMap<>();
    private final Set<Long> removed = new HashSet<>();

    synchronized void begin(long blob) {
        readers.merge(blob, 1, Integer::sum);
    }

    /** Returns true if the bytes were removed while they were read and nobody reads them now. */
    synchronized boolean end(long blob) {
        boolean isLast = readers.merge(blob, -1, Integer::sum) == 0;
        if (isLast) {
            readers.remove(blob);
        }
        return isLast && removed.remove(blob);
    }

    /** Says that bytes are to be removed, and returns false if that has to wait for a reader. */
    synchronized boolean remove(long blob) {
        boolean isFree = !readers.containsKey(blob);
        if (!isFree) {
            removed.add(blob);
        }
        return isFree;
    }
}
