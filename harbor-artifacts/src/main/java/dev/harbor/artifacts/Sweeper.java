package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.Retention;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is too old, a few sessions at a time on the threads of those who store something: there is no thread in the background, and nobody waits for a
 * walk over everything. Thread-safe.
 */
final class Sweeper implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
    private static final int SESSIONS_A_STEP = 2;
    private static final int PASSES_AN_AGE = 8;

    private final Layout layout;
    private final FileQuotas quotas;
    private final Retention retention;
    private final @Nullable Duration pause;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Level> position = new ArrayDeque<>();
    private @Nullable Instant lastPass;

    private record Level(DirectoryStream<Path> stream, Iterator<Path> left) {}

    Sweeper(Layout layout, FileQuotas quotas, Retention retention, ArtifactLimits limits, Clock clock) {
        this.layout = layout;
        this.quotas = quotas;
        this.retention = retention;
        this.pause = limits.maxAge().map(age -> age.dividedBy(PASSES_AN_AGE)).orElse(null);
        this.clock = clock;
    }

    /** Sweeps a little, unless somebody else takes the next sessions. What goes wrong here is not the caller's concern; it is logged. */
    void step() {
        if (pause == null) {
            return;
        }
        try {
            Retention.Pass pass = retention.pass();
            for (Path session : next(SESSIONS_A_STEP, pause)) {
                quotas.removeExpired(session, pass);
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.warn("removing expired artifacts failed; it goes on later", e);
        }
    }

    /** Returns the next sessions; they are swept without the lock, because that asks about pins. */
    private List<Path> next(int most, Duration between) throws IOException {
        List<Path> sessions = new ArrayList<>(most);
        if (lock.tryLock()) {
            try {
                Path session = next(between);
                while (session != null) {
                    sessions.add(session);
                    session = sessions.size() < most ? next(between) : null;
                }
            } finally {
                lock.unlock();
            }
        }
        return sessions;
    }

    /** Returns the next session; null at the end of a pass, and while it is too early for another one. */
    private @Nullable Path next(Duration between) throws IOException {
        Instant now = clock.instant();
        if (position.isEmpty()) {
            if (lastPass != null && Duration.between(lastPass, now).compareTo(between) < 0) {
                return null;
            }
            lastPass = now;
            enter(layout.data());
        }
        while (!position.isEmpty()) {
            Level level = position.getFirst();
            if (!level.left().hasNext()) {
                position.removeFirst().stream().close();
                continue;
            }
            Path each = level.left().next();
            if (Layout.isName(String.valueOf(each.getFileName())) && Disk.isDirectory(each)) {
                if (position.size() == Layout.LEVELS) {
                    return each;
                }
                enter(each);
            }
        }
        return null;
    }

    @SuppressWarnings(
            "StreamResourceLeak") // it stays open from step to step and is closed at its end, or with the sweeper
    private void enter(Path directory) throws IOException {
        try {
            DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
            position.addFirst(new Level(stream, stream.iterator()));
        } catch (NoSuchFileException e) {
            // Removed meanwhile: nothing to sweep there.
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            while (!position.isEmpty()) {
                position.removeFirst().stream().close();
            }
        } finally {
            lock.unlock();
        }
    }
}
