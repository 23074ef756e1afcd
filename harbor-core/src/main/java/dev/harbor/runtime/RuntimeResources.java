package dev.harbor.runtime;

import dev.harbor.catalog.ToolCatalog;
import dev.harbor.dispatch.Workers;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.turn.Loops;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Is what a runtime has to let go of in the end, in the order in which it must. */
final class RuntimeResources {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(10);

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Set<RunHandle> runs = ConcurrentHashMap.newKeySet();
    private final List<ToolSource> sources;
    private final ToolCatalog catalog;
    private final Workers workers;
    private final Workers drivers;
    private final List<AutoCloseable> others;
    private final Duration grace;
    private volatile @Nullable Loops loops;

    RuntimeResources(
            List<ToolSource> sources,
            ToolCatalog catalog,
            Workers workers,
            Workers drivers,
            List<AutoCloseable> others,
            Duration grace) {
        this.sources = List.copyOf(sources);
        this.catalog = catalog;
        this.workers = workers;
        this.drivers = drivers;
        this.others = List.copyOf(others);
        this.grace = grace;
    }

    void requireOpen() {
        if (closed.get()) {
            throw new RuntimeClosed();
        }
    }

    /** Takes the loops, which let go of their turns before those are left, and of themselves after. */
    void loops(Loops opened) {
        loops = opened;
    }

    boolean isClosed() {
        return closed.get();
    }

    void running(RunHandle run) {
        runs.add(run);
        forgetWhenEnded(run);
        if (closed.get()) {
            run.interrupt();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the run's own future is kept; what comes back here ends with it
    private void forgetWhenEnded(RunHandle run) {
        run.result().whenComplete((ended, failure) -> runs.remove(run));
    }

    int abandonedAttempts() {
        return workers.abandoned();
    }

    Map<String, SourceState> sourceStates() {
        Map<String, SourceState> states = new LinkedHashMap<>();
        sources.forEach(source -> states.put(source.name(), source.state()));
        return states;
    }

    void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Loops opened = loops;
        if (opened != null) {
            opened.leave();
        }
        leaveRuns();
        if (opened != null) {
            opened.abandon();
        }
        sources.forEach(source -> quietly("source " + source.name(), source));
        quietly("drivers", drivers);
        quietly("workers", workers);
        quietly("catalog", catalog);
        others.forEach(each -> quietly(each.getClass().getSimpleName(), each));
    }

    /** Runs are left as they are, so that they can go on elsewhere; what they still do gets some time, because a write that is interrupted is in doubt. */
    private void leaveRuns() {
        List<RunHandle> left = List.copyOf(runs);
        left.forEach(RunHandle::leave);
        awaitAll(left, grace);
        List<RunHandle> slow = left.stream().filter(run -> !run.isDone()).toList();
        slow.forEach(RunHandle::interrupt);
        if (!awaitAll(slow, CLOSE_BOUND)) {
            LOG.warn(
                    "some of {} runs did not let go within {} of closing and were abandoned", slow.size(), CLOSE_BOUND);
        }
    }

    private static boolean awaitAll(List<RunHandle> runs, Duration most) {
        CompletableFuture<?>[] ends = runs.stream().map(RunHandle::result).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(TimeUnit.NANOSECONDS.convert(most), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            LOG.debug("a run died while it was left", e);
            return true;
        }
    }

    private static void quietly(String what, AutoCloseable resource) {
        try {
            resource.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("closing {} failed", what, e);
        }
    }
}
