package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.history.RunStore;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamInfo;
import dev.harbor.runtime.RunOperator.Erasure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases what is kept of somebody. Records go first, so that no run is left that names bytes which are gone; what is driven here is stopped then, so that it stores
 * nothing after the bytes were erased. Thread-safe.
 */
final class Erasing {

    private static final Logger LOG = LoggerFactory.getLogger(RunOperator.class);

    private static final int AT_ONCE = 1000;
    private static final long GRACE_MILLIS = 500;

    private final RuntimeParts parts;
    private final Runs runs;

    Erasing(RuntimeParts parts, Runs runs) {
        this.parts = parts;
        this.runs = runs;
    }

    Erasure erase(HeadQuery whose, ArtifactFilter filter, @Nullable String session) {
        List<RunHandle> stopped = new ArrayList<>();
        long streams = eraseStreams(whose, stopped);
        awaitAll(stopped);
        // A loop that was open may have begun its next turn before it was gone.
        streams += eraseStreams(whose, stopped);
        long artifacts = parts.safety().erase(filter);
        String tenant = Objects.requireNonNull(whose.tenant());
        return new Erasure(streams, artifacts, parts.consents().erase(tenant, whose.user(), session));
    }

    private long eraseStreams(HeadQuery whose, List<RunHandle> stopped) {
        Journal journal = parts.runs().journal();
        long erased = 0;
        for (List<StreamInfo> page = page(whose, ""); !page.isEmpty(); page = page(whose, last(page))) {
            for (StreamInfo info : page) {
                erased += journal.delete(info.head().stream()) ? 1 : 0;
                stop(info, stopped);
            }
        }
        return erased;
    }

    /** Stops a run that has lost its records; it can't record that it was stopped, nor anything else. */
    private void stop(StreamInfo info, List<RunHandle> stopped) {
        RunHandle live = RunStore.runIdOf(info.head().stream())
                .map(runId -> runs.liveHandle(new RunIdentity(info.head().identity(), runId)))
                .orElse(null);
        if (live != null) {
            live.cancel("erased");
            stopped.add(live);
        }
    }

    private static void awaitAll(List<RunHandle> stopped) {
        CompletableFuture<?>[] ends = stopped.stream().map(RunHandle::result).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("a run that was erased did not stop as it should, and may still store something", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<StreamInfo> page(HeadQuery whose, String after) {
        return parts.runs().journal().find(whose.after(after).limit(AT_ONCE));
    }

    private static String last(List<StreamInfo> page) {
        return page.get(page.size() - 1).head().stream();
    }
}
