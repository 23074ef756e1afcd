package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.Retention;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps artifacts in a directory that several processes may share. {@link Layout} says where, {@link Trailer} in which form; nothing is kept in memory that grows
 * with what is stored. Thread-safe.
 */
final class FileArtifactStore implements ArtifactStore {

    private static final Logger LOG = LoggerFactory.getLogger(FileArtifactStore.class);
    private static final String DATA = "v1";
    private static final String TEMPORARY = "tmp";

    private final Path root;
    private final Clock clock;
    private final ArtifactLimits limits;
    private final TempArea temp;
    private final Layout layout;
    private final Retention retention;
    private final Entries entries;
    private final Removal removal;
    private final FileQuotas quotas;
    private final Publisher publisher;
    private final Sweeper sweeper;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private FileArtifactStore(Path root, Disk disk, TempArea temp, ArtifactLimits limits, Clock clock) {
        this.root = root;
        this.clock = clock;
        this.limits = limits;
        this.temp = temp;
        layout = new Layout(root.resolve(DATA), disk);
        retention = new Retention(limits, clock);
        entries = new Entries(layout, retention);
        removal = new Removal(layout, disk, temp);
        quotas = new FileQuotas(limits, layout, removal, retention, clock);
        publisher = new Publisher(layout, disk, temp, removal, quotas, retention);
        sweeper = new Sweeper(layout, quotas, retention, limits, clock);
    }

    @Override
    public void heed(ArtifactPins pins) {
        retention.heed(pins);
    }

    /**
     * Opens the store in a directory, which is created if it is not there.
     *
     * @throws StoreException if it can't be written to
     */
    static FileArtifactStore open(Path directory, ArtifactLimits limits, Clock clock) {
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(clock, "clock");
        try {
            Disk disk = Disk.of(directory);
            Path root = disk.root(directory);
            disk.createDirectory(root.resolve(DATA));
            disk.createDirectory(root.resolve(TEMPORARY));
            disk.sync(root);
            TempArea temp = TempArea.open(root.resolve(TEMPORARY), disk);
            return new FileArtifactStore(root, disk, temp, limits, clock);
        } catch (IOException e) {
            String message = "the artifact store in " + directory + " can't be opened for writing: " + e;
            throw new StoreException(ErrorCode.STORE_FAILED, message, e);
        }
    }

    @Override
    public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) throws IOException {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(options, "options");
        requireOpen();
        try (Incoming incoming = Incoming.read(content, limits.maxBytesAtOnce(), temp, e -> failed("store", e))) {
            ArtifactInfo stored = onDisk("store", () -> publish(incoming, scope, options));
            sweeper.step();
            return stored;
        }
    }

    private ArtifactInfo publish(Incoming incoming, ArtifactScope scope, ArtifactOptions options) throws IOException {
        return publisher.publish(
                incoming, new ArtifactInfo(incoming.ref(), incoming.sizeBytes(), scope, options, clock.instant()));
    }

    @Override
    public Optional<ArtifactInfo> adopt(ArtifactScope scope, ArtifactRef ref) {
        Optional<Entry> found = entry(scope.identity(), ref);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ArtifactInfo there = found.get().info();
        ArtifactInfo info = new ArtifactInfo(ref, there.sizeBytes(), scope, there.options(), clock.instant());
        Optional<ArtifactInfo> adopted = onDisk("store", () -> publisher.adopt(found.get(), info));
        return adopted.isPresent() ? adopted : ArtifactStore.super.adopt(scope, ref);
    }

    @Override
    public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
        return entry(session, ref).map(Entry::info);
    }

    @Override
    public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
        Offsets.require(offset);
        // An entry may be removed between finding and opening it, while another task's entry has the bytes still.
        for (Optional<Entry> entry = entry(session, ref); entry.isPresent(); entry = entry(session, ref)) {
            Entry found = entry.get();
            Optional<InputStream> stream = onDisk("read", () -> VerifiedStream.open(found, offset));
            if (stream.isPresent()) {
                return stream;
            }
        }
        return Optional.empty();
    }

    private Optional<Entry> entry(Identity session, ArtifactRef ref) {
        Identity.require(session);
        Objects.requireNonNull(ref, "ref");
        requireOpen();
        return onDisk("find", () -> entries.find(session, ref));
    }

    @Override
    public boolean delete(ArtifactScope scope, ArtifactRef ref) {
        Objects.requireNonNull(ref, "ref");
        ArtifactFilter task = ArtifactFilter.task(scope);
        return remove(task, name -> name.isOf(ref) && name.canMatch(task)) > 0;
    }

    @Override
    public long erase(ArtifactFilter filter) {
        return remove(filter, name -> name.canMatch(filter));
    }

    private long remove(ArtifactFilter filter, Predicate<EntryName> selected) {
        Objects.requireNonNull(filter, "filter");
        requireOpen();
        Retention.Pass pass = retention.pass();
        long[] removed = {0};
        return onDisk("delete", () -> {
            layout.visit(filter, folder -> {
                Set<EntryName> expired = removal.expired(folder, pass);
                quotas.release(folder, each -> removed[0] += removal.remove(each, selected, expired));
            });
            return removed[0];
        });
    }

    @Override
    public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
        Objects.requireNonNull(filter, "filter");
        NewestFirst newest = new NewestFirst(limit);
        requireOpen();
        return onDisk("list", () -> entries.list(filter, newest));
    }

    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T onDisk(String what, Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw failed(what, e);
        }
    }

    private StoreException failed(String what, IOException e) {
        String message = "the artifact store in " + root + " could not " + what + ": " + e;
        return isClosed.get() ? closed(e) : new StoreException(ErrorCode.STORE_FAILED, message, e);
    }

    private void requireOpen() {
        if (isClosed.get()) {
            throw closed(null);
        }
    }

    private StoreException closed(@Nullable IOException cause) {
        return new StoreException(ErrorCode.CLOSED, "the artifact store in " + root + " is closed", cause);
    }

    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        try {
            sweeper.close();
            temp.close();
        } catch (IOException e) {
            LOG.warn("temporary files of the artifact store in {} stay until it is opened again", root, e);
        }
    }
}
