package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps artifacts in memory. Thread-safe. */
final class MemoryArtifactStore implements ArtifactStore {

    private final ArtifactLimits limits;
    private final Clock clock;
    private final Object lock = new Object();
    private final Map<Identity, MemorySession> sessions = new HashMap<>();
    private boolean closed;

    MemoryArtifactStore(ArtifactLimits limits, Clock clock) {
        this.limits = Objects.requireNonNull(limits, "limits");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    @Override
    public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) throws IOException {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(options, "options");
        synchronized (lock) {
            requireOpen();
        }
        byte[] bytes = read(content);
        ArtifactInfo info = new ArtifactInfo(Sha256.ref(bytes), bytes.length, scope, options, clock.instant());
        synchronized (lock) {
            requireOpen();
            forgetExpired();
            return store(info, bytes);
        }
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
        synchronized (lock) {
            requireOpen();
            forgetExpired();
            MemorySession found = sessions.get(session);
            return found == null ? Optional.empty() : found.blob(ref);
        }
    }

    @Override
    public boolean delete(ArtifactScope scope, ArtifactRef ref) {
        Objects.requireNonNull(ref, "ref");
        synchronized (lock) {
            requireOpen();
            forgetExpired();
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
        synchronized (lock) {
            requireOpen();
            forgetExpired();
            for (MemorySession session : sessions.values()) {
                session.entries().filter(info -> filter.matches(info.scope())).forEach(newest::add);
            }
        }
        return newest.toList();
    }

    @Override
    public long erase(ArtifactFilter filter) {
        Objects.requireNonNull(filter, "filter");
        synchronized (lock) {
            requireOpen();
            forgetExpired();
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

    private void forgetExpired() {
        if (limits.maxAge().isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        for (Identity owner : List.copyOf(sessions.keySet())) {
            MemorySession session = sessions.get(owner);
            if (session != null) {
                session.forget(lastStored -> limits.isExpired(lastStored, now));
                dropIfEmpty(owner, session);
            }
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
