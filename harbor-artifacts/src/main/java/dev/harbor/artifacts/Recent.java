package dev.harbor.artifacts;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers what was put last, a bounded number of pairs. Thread-safe. */
final class Recent<K, V> {

    private static final int MOST = 4096;

    private final Map<K, V> pairs = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MOST;
        }
    };

    synchronized void put(K key, V value) {
        pairs.put(key, value);
    }

    synchronized void remove(K key) {
        pairs.remove(key);
    }

    synchronized @Nullable V get(K key) {
        return pairs.get(key);
    }
}
