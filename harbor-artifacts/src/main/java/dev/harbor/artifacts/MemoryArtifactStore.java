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
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps artifacts in memory. Thread-safe. */
final class MemoryArtifactStore implements ArtifactStore {

    private final ArtifactLimits limits;
    private final Clock clock;
    private final Retention retention;
    private final Object lock = new Object();
    private final Map<Identity, MemorySession> sessions = new HashMap<>();
    private boolean closed;

    MemoryArtifactStore(ArtifactLimits limits, Clock clock) {
        this.limits = Objects.requireNonNull(limits, "limits");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.retention = new Retention(limits, clock);
    }

    @Override
    public void heed(ArtifactPins pins) {
        retention.heed(pins);
    }

    @Override
    public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) throws IOException {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(options, "options");
        synchronized (lock) {
            requireOpen();
        }
        byte[] bytes = read(content);
        forgetExpired();
        ArtifactInfo info = new ArtifactInfo(Sha256.ref(bytes), bytes.length, scope, options, clock.instant());
        synchronized (lock) {
            requireOpen();
            return store(info, bytes);
        }
    }

    @Override
    public Optional<ArtifactInfo> adopt(ArtifactScope scope, ArtifactRef ref) {
        return blob(scope.identity(), ref).map(blob -> {
            ArtifactInfo info = new ArtifactInfo(
                    ref, blob.first().sizeBytes(), scope, blob.first().options(), clock.instant());
            synchronized (lock) {
                requireOpen();
                return store(info, blob.bytes());
            }
        });
    }

    private byte[] read(InputStream content) throws IOException {
        long most = Math.min(limits.maxBytesAtOnce(), Integer.MAX_VALUE - 9);
        byte[] bytes = content.readNBytes((int) most + 1);
        if (bytes.length > most) {
            throw Quota.exceeded("one artifact", most);
        }
        return bytes;
    }

    private ArtifactInfo store(ArtifactInfo info, byte[] bytes) {
        Identity owner = info.scope().identity();
        MemorySession session = sessions.get(owner);
        if (session == null || !session.holds(info.ref())) {
            requireRoom(owner, bytes.length);
            session = sessions.computeIfAbsent(owner, key -> new MemorySession());
        }
        return session.put(info, bytes);
    }

    private void requireRoom(Identity owner, long bytes) {
        Predicate<Identity> sameTenant = each -> each.tenant().equals(owner.tenant());
        Predicate<Identity> sameUser = sameTenant.and(each -> each.user().equals(owner.user()));
        Quota.SESSION.requireRoom(limits, bytes, () -> held(owner::equals));
        Quota.USER.requireRoom(limits, bytes, () -> held(sameUser));
        Quota.TENANT.requireRoom(limits, bytes, () -> held(sameTenant));
        Quota.TOTAL.requireRoom(limits, bytes, () -> held(each -> true));
    }

    private long held(Predicate<Identity> owners) {
        return sessions.entrySet().stream()
                .filter(each -> owners.test(each.getKey()))
                .mapToLong(each -> each.getValue().sizeBytes())
                .sum();
    }

    @Override
    public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
        return blob(session, ref).map(MemorySession.Blob::first);
    }

    @Override
    public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
        Offsets.require(offset);
        return blob(session, ref).map(blob -> blob.open(offset));
    }

    private Optional<MemorySession.Blob> blob(Identity session, ArtifactRef ref) {
        Objects.requireNonNull(ref, "ref");
        Identity.require(session);
        Optional<MemorySession.Blob> found;
        synchronized (lock) {
            requireOpen();
            found = Optional.ofNullable(sessions.get(session)).flatMap(held -> held.blob(ref));
        }
        Retention.Pass pass = retention.pass();
        return found.filter(blob -> !blob.isExpired(pass));
    }

    @Override
    public boolean delete(ArtifactScope scope, ArtifactRef ref) {
        Objects.requireNonNull(ref, "ref");
        forgetExpired();
        synchronized (lock) {
            requireOpen();
            return remove(
                            scope.identity(),
                            each -> each.ref().equals(ref) && each.scope().equals(scope))
                    > 0;
        }
    }

    @Override
    public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
        Objects.requireNonNull(filter, "filter");
        NewestFirst newest = new NewestFirst(limit);
        forgetExpired();
        synchronized (lock) {
            requireOpen();
            for (MemorySession session : sessions.values()) {
                session.entries().filter(info -> filter.matches(info.scope())).forEach(newest::add);
            }
        }
        return newest.toList();
    }

    @Override
    public long erase(ArtifactFilter filter) {
        Objects.requireNonNull(filter, "filter");
        forgetExpired();
        synchronized (lock) {
            requireOpen();
            return List.copyOf(sessions.keySet()).stream()
                    .mapToLong(owner -> remove(owner, info -> filter.matches(info.scope())))
                    .sum();
        }
    }

    private long remove(Identity owner, Predicate<ArtifactInfo> which) {
        MemorySession session = sessions.get(owner);
        long removed = session == null ? 0 : session.remove(which);
        dropIfEmpty(owner, session);
        return removed;
    }

    /** Looks under the lock, asks outside it, and forgets under it what was not stored again meanwhile. */
    private void forgetExpired() {
        if (limits.maxAge().isEmpty()) {
            return;
        }
        Retention.Pass pass = retention.pass();
        Map<Identity, List<MemorySession.Blob>> expired = blobs();
        expired.values().forEach(blobs -> blobs.removeIf(blob -> !blob.isExpired(pass)));
        synchronized (lock) {
            expired.forEach((owner, blobs) -> {
                MemorySession session = sessions.get(owner);
                if (session != null) {
                    session.forget(blobs);
                    dropIfEmpty(owner, session);
                }
            });
        }
    }

    private Map<Identity, List<MemorySession.Blob>> blobs() {
        synchronized (lock) {
            Map<Identity, List<MemorySession.Blob>> blobs = new HashMap<>();
            sessions.forEach((owner, session) ->
                    blobs.put(owner, session.blobs().collect(Collectors.toCollection(ArrayList::new))));
            return blobs;
        }
    }

    private void dropIfEmpty(Identity owner, @Nullable MemorySession session) {
        if (session != null && session.isEmpty()) {
            sessions.remove(owner);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreException(ErrorCode.CLOSED, "the artifact store in memory is closed");
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            sessions.clear();
        }
    }
}
