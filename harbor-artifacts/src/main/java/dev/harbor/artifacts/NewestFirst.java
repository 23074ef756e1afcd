package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the newest of all that it is given, and no more than asked for. Not thread-safe. */
final class NewestFirst {

    static final int MAX_LIMIT = 10_000;

    private static final Comparator<ArtifactInfo> ORDER = Comparator.comparing(ArtifactInfo::createdAt)
            .reversed()
            .thenComparing(info -> info.ref().id())
            .thenComparing(info -> info.scope().task())
            .thenComparing(info -> info.options().namespace());

    private final int limit;
    private final PriorityQueue<ArtifactInfo> kept = new PriorityQueue<>(ORDER.reversed());

    NewestFirst(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", got " + limit);
        }
        this.limit = limit;
    }

    void add(ArtifactInfo info) {
        kept.add(info);
        if (kept.size() > limit) {
            kept.remove();
        }
    }

    List<ArtifactInfo> toList() {
        List<ArtifactInfo> sorted = new ArrayList<>(kept);
        sorted.sort(ORDER);
        return List.copyOf(sorted);
    }
}
