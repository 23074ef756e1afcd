package dev.harbor.runtime;

import dev.harbor.catalog.ToolCatalog;
import dev.harbor.dispatch.Workers;
import dev.harbor.policy.Cancellation;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Is what a runtime has to let go of in the end, in the order in which it must. */
final class RuntimeResources {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);
    private static final long CLOSE_SECONDS = 10;

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Set<Running> runs = ConcurrentHashMap.newKeySet();
    private final List<ToolSource> sources;
    private final ToolCatalog catalog;
    private final Workers workers;
    private final Workers drivers;
    private final List<AutoCloseable> others;

    /** Is a run that is being driven. */
    private record Running(Cancellation cancellation, CompletableFuture<RunResult> result) {}

    RuntimeResources(
            List<ToolSource> sources,
            ToolCatalog catalog,
            Workers workers,
            Workers drivers,
            List<AutoCloseable> others) {
        this.sources = List.copyOf(sources);
        this.catalog = catalog;
        this.workers = workers;
        this.drivers = drivers;
        this.others = List.copyOf(others);
    }

    void requireOpen() {
        if (closed.get()) {
            throw new RuntimeClosed();
        }
    }

    void running(Cancellation cancellation, CompletableFuture<RunResult> result) {
        Running run = new Running(cancellation, result);
        runs.add(run);
        forgetWhenEnded(run);
        if (closed.get()) {
            cancellation.cancel("the runtime is closing");
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the run's own future is kept; what comes back here ends with it
    private void forgetWhenEnded(Running run) {
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
        runs.forEach(run -> run.cancellation().cancel("the runtime is closing"));
        runs.forEach(RuntimeResources::waitFor);
        sources.forEach(source -> quietly("source " + source.name(), source));
        quietly("drivers", drivers);
        quietly("workers", workers);
        quietly("catalog", catalog);
        others.forEach(each -> quietly(each.getClass().getSimpleName(), each));
    }

    private static void waitFor(Running run) {
        try {
            run.result().get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("a run did not end within {} s of closing and was abandoned", CLOSE_SECONDS, e);
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
