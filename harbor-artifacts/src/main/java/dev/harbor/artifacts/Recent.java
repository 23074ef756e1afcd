package dev.harbor.artifacts;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers the paths that were added last, a bounded number of them. Thread-safe. */
final class Recent {

    private static final int MOST = 4096;

    private final Map<Path, Boolean> paths = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Boolean> eldest) {
            return size() > MOST;
        }
    };

    synchronized void add(Path path) {
        paths.put(path, true);
    }

    synchronized void remove(Path path) {
        paths.remove(path);
    }

    synchronized boolean contains(Path path) {
        return paths.get(path) != null;
    }
}
