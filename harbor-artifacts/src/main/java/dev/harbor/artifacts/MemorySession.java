package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.Retention;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Holds what one session stored: each content once, with its entries in the order they came. Guarded by the lock of its store. */
final class MemorySession {

    private final Map<ArtifactRef, Blob> blobs = new HashMap<>();

    /** Is one content with all its entries; there is one entry at least. Immutable. */
    static final class Blob {

        private final byte[] bytes;
        private final List<ArtifactInfo> entries;
        private final Instant lastStored;

        private Blob(byte[] bytes, List<ArtifactInfo> entries, Instant lastStored) {
            this.bytes = bytes;
            this.entries = entries;
            this.lastStored = lastStored;
        }

        ArtifactInfo first() {
            return entries.get(0);
        }

        /** Tells whether it is too old and nobody has it pinned. Asks, so never under the lock. */
        boolean isExpired(Retention.Pass pass) {
            return pass.isOld(lastStored) && entries.stream().noneMatch(entry -> pass.isPinned(entry.scope()));
        }

        byte[] bytes() {
            return bytes;
        }

        InputStream open(long offset) {
            int from = (int) Math.min(offset, bytes.length);
            return new ByteArrayInputStream(bytes, from, bytes.length - from);
        }
    }

    boolean holds(ArtifactRef ref) {
        return blobs.containsKey(ref);
    }

    Optional<Blob> blob(ArtifactRef ref) {
        return Optional.ofNullable(blobs.get(ref));
    }

    boolean isEmpty() {
        return blobs.isEmpty();
    }

    long sizeBytes() {
        return blobs.values().stream().mapToLong(blob -> blob.bytes.length).sum();
    }

    Stream<Blob> blobs() {
        return blobs.values().stream();
    }

    Stream<ArtifactInfo> entries() {
        return blobs.values().stream().flatMap(blob -> blob.entries.stream());
    }

    ArtifactInfo put(ArtifactInfo info, byte[] bytes) {
        Blob held = blobs.getOrDefault(info.ref(), new Blob(bytes, List.of(), info.createdAt()));
        Optional<ArtifactInfo> same =
                held.entries.stream().filter(each -> isSameEntry(each, info)).findFirst();
        List<ArtifactInfo> entries = new ArrayList<>(held.entries);
        if (same.isEmpty()) {
            entries.add(info);
        }
        blobs.put(info.ref(), new Blob(held.bytes, List.copyOf(entries), info.createdAt()));
        return same.orElse(info);
    }

    private static boolean isSameEntry(ArtifactInfo one, ArtifactInfo two) {
        return one.scope().equals(two.scope())
                && one.options().namespace().equals(two.options().namespace());
    }

    long remove(Predicate<ArtifactInfo> which) {
        long before = entries().count();
        blobs.replaceAll((ref, blob) -> new Blob(
                blob.bytes, blob.entries.stream().filter(which.negate()).toList(), blob.lastStored));
        blobs.values().removeIf(blob -> blob.entries.isEmpty());
        return before - entries().count();
    }

    /** Forgets contents, unless they were stored again meanwhile. */
    void forget(Collection<Blob> expired) {
        blobs.values().removeAll(Set.copyOf(expired));
    }
}
