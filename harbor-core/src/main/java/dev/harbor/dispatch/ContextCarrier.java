package dev.harbor.dispatch;

import dev.harbor.tool.ContextPropagator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries what is bound to the caller's thread to a worker: its context class loader, and whatever propagators know of. What a propagator throws is
 * reported once and costs nobody anything but its own context.
 *
 * <p>Thread-safe.
 */
public final class ContextCarrier {

    private static final Logger LOG = LoggerFactory.getLogger(ContextCarrier.class);

    private static final Set<String> HEADERS = Set.of("traceparent", "tracestate");

    private final List<ContextPropagator> propagators;
    private final Set<ContextPropagator> reported = ConcurrentHashMap.newKeySet();

    ContextCarrier(List<ContextPropagator> propagators) {
        this.propagators = List.copyOf(propagators);
    }

    /** Returns an executor whose tasks run in the context of the thread that hands them over; without propagators it is the executor itself. */
    public Executor over(Executor threads) {
        return propagators.isEmpty() ? threads : task -> threads.execute(carrying(task));
    }

    private Runnable carrying(Runnable task) {
        Carried carried = capture();
        return () -> {
            Carried before = carried.swapIn();
            try {
                task.run();
            } finally {
                before.bind();
            }
        };
    }

    /** Returns the headers by which the trace of this thread goes on elsewhere, as the first propagator says that knows one. */
    public Map<String, String> traceHeaders() {
        for (ContextPropagator propagator : propagators) {
            Map<String, String> headers = guarded(propagator, propagator::traceHeaders);
            if (headers != null && headers.containsKey("traceparent")) {
                return headers.entrySet().stream()
                        .filter(header -> HEADERS.contains(header.getKey()))
                        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
            }
        }
        return Map.of();
    }

    /** Returns what is bound to this thread. */
    Carried capture() {
        ContextPropagator.@Nullable Snapshot[] snapshots = new ContextPropagator.@Nullable Snapshot[propagators.size()];
        for (int i = 0; i < snapshots.length; i++) {
            ContextPropagator propagator = propagators.get(i);
            snapshots[i] = guarded(propagator, propagator::capture);
        }
        return new Carried(Thread.currentThread().getContextClassLoader(), snapshots);
    }

    private <T> @Nullable T guarded(ContextPropagator propagator, Supplier<@Nullable T> step) {
        try {
            return step.get();
        } catch (RuntimeException | LinkageError e) {
            if (reported.add(propagator)) {
                LOG.warn("{} failed; calls go on without its context, and this is not reported again", propagator, e);
            }
            return null;
        }
    }

    /** Is what was bound to a thread at some time. */
    final class Carried {

        private final @Nullable ClassLoader loader;
        private final ContextPropagator.@Nullable Snapshot[] snapshots;

        private Carried(@Nullable ClassLoader loader, ContextPropagator.@Nullable Snapshot[] snapshots) {
            this.loader = loader;
            this.snapshots = snapshots;
        }

        /** Binds it to this thread, and returns what was bound before. */
        Carried swapIn() {
            Carried before = capture();
            bind();
            return before;
        }

        /** Binds it to this thread, the last propagator first, so that what wraps another is unwrapped before it. */
        void bind() {
            Thread.currentThread().setContextClassLoader(loader);
            for (int i = snapshots.length - 1; i >= 0; i--) {
                ContextPropagator.Snapshot snapshot = snapshots[i];
                if (snapshot != null) {
                    guarded(propagators.get(i), () -> {
                        snapshot.restore();
                        return null;
                    });
                }
            }
        }
    }
}
