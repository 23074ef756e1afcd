package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the bytes below directories, as far as a limit asks for it. A count is taken from the disk and kept for a while, so that what other processes do is
 * seen late; inside one process it is exact, because checking and publishing are one step. Thread-safe.
 */
final class FileQuotas {

    /** How long the bytes of other processes may go unseen. */
    static final Duration MAX_STALENESS = Duration.ofSeconds(10);

    private static final int MOST_COUNTS = 1024;

    private final ArtifactLimits limits;
    private final Layout layout;
    private final Removal removal;
    private final Retention retention;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Path, Count> counts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Count> eldest) {
            return size() > MOST_COUNTS;
        }
    };

    private record Count(long bytes, Instant at) {}

    FileQuotas(ArtifactLimits limits, Layout layout, Removal removal, Retention retention, Clock clock) {
        this.limits = limits;
        this.layout = layout;
        this.removal = removal;
        this.retention = retention;
        this.clock = clock;
    }

    /** Makes something visible and tells whether it did. */
    @FunctionalInterface
    interface Publication {
        boolean publish() throws IOException;
    }

    /**
     * Publishes bytes in the directory of a session if they fit.
     *
     * @throws dev.harbor.error.StoreException if they don't
     */
    boolean admit(Path folder, long bytes, Publication publication) throws IOException {
        Map<Quota, Path> levels = levels(folder);
        if (levels.isEmpty()) {
            return publication.publish();
        }
        makeRoom(levels, bytes);
        lock.lock();
        try {
            for (Map.Entry<Quota, Path> level : levels.entrySet()) {
                requireRoom(level.getKey(), level.getValue(), bytes);
            }
            boolean published = publication.publish();
            add(levels, published ? bytes : 0);
            return published;
        } finally {
            lock.unlock();
        }
    }

    private Map<Quota, Path> levels(Path folder) {
        Map<Quota, Path> levels = new EnumMap<>(Quota.class);
        List<Path> way = layout.way(folder);
        levels.put(Quota.TOTAL, layout.data());
        levels.put(Quota.TENANT, way.get(0));
        levels.put(Quota.USER, way.get(1));
        levels.put(Quota.SESSION, way.get(2));
        levels.keySet().removeIf(level -> !level.isLimited(limits));
        return levels;
    }

    private void requireRoom(Quota level, Path directory, long bytes) throws IOException {
        if (!level.hasRoom(limits, bytes, held(directory))) {
            throw level.exceeded(limits);
        }
    }

    /** Removes what has expired where there is no room, before the lock is taken: it asks about pins. */
    private void makeRoom(Map<Quota, Path> levels, long bytes) throws IOException {
        for (Map.Entry<Quota, Path> level : levels.entrySet()) {
            if (isFull(level.getKey(), level.getValue(), bytes)) {
                removeExpired(level.getValue());
                forget(level.getValue());
            }
        }
    }

    private boolean isFull(Quota level, Path directory, long bytes) throws IOException {
        lock.lock();
        try {
            return !level.hasRoom(limits, bytes, held(directory));
        } finally {
            lock.unlock();
        }
    }

    private void forget(Path directory) {
        lock.lock();
        try {
            counts.remove(directory);
        } finally {
            lock.unlock();
        }
    }

    private void removeExpired(Path directory) throws IOException {
        Retention.Pass pass = retention.pass();
        if (pass.expiry() != null) {
            layout.visit(directory, depth(directory), folder -> removeExpired(folder, pass));
        }
    }

    /** Removes from the directory of a session what has expired. Asks about pins before it takes the lock. */
    void removeExpired(Path folder, Retention.Pass pass) throws IOException {
        Set<EntryName> expired = removal.expired(folder, pass);
        release(folder, each -> {
            for (EntryName name : expired) {
                removal.removeIfOld(each.resolve(name.toString()), pass);
            }
            removal.tidy(each);
        });
    }

    private long held(Path directory) throws IOException {
        Instant now = clock.instant();
        Count known = counts.get(directory);
        if (known != null && Duration.between(known.at(), now).compareTo(MAX_STALENESS) <= 0) {
            return known.bytes();
        }
        long[] bytes = {0};
        layout.visit(directory, depth(directory), folder -> bytes[0] += count(folder));
        counts.put(directory, new Count(bytes[0], now));
        return bytes[0];
    }

    private int depth(Path directory) {
        return directory.getNameCount() - layout.data().getNameCount();
    }

    private static long count(Path folder) throws IOException {
        Map<String, Long> sizes = new HashMap<>();
        for (String file : Layout.list(folder)) {
            EntryName.parse(file).ifPresent(name -> sizes.put(name.sha256(), name.sizeBytes()));
        }
        return sizes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Removes something from the directory of a session and takes what that freed off the counts. */
    void release(Path folder, Layout.Visitor removing) throws IOException {
        Map<Quota, Path> levels = levels(folder);
        if (levels.isEmpty()) {
            removing.visit(folder);
            return;
        }
        lock.lock();
        try {
            long before = count(folder);
            removing.visit(folder);
            add(levels, count(folder) - before);
        } finally {
            lock.unlock();
        }
    }

    private void add(Map<Quota, Path> levels, long bytes) {
        for (Path directory : levels.values()) {
            counts.computeIfPresent(directory, (key, count) -> new Count(count.bytes() + bytes, count.at()));
        }
    }
}
