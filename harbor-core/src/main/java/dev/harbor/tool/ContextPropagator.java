package dev.harbor.tool;

import java.util.Map;

/**
 * Lets something that is bound to a thread, such as a logging context or a trace, follow a call to the worker that runs the tool. Identity never depends
 * on it.
 *
 * <p>For each attempt on a worker {@link #capture()} runs on the caller; on the worker it runs once more, to keep what is there, then the caller's
 * snapshot is restored around the tool, and at last what was there before. The same is done for the threads that drive runs and make calls beside their caller.
 * What a propagator throws is reported once and ignored.
 *
 * <p>Implementations are thread-safe, quick, and don't block.
 */
@FunctionalInterface
public interface ContextPropagator {

    /** Returns what is bound to this thread now. The snapshot may be restored on any thread, more than once. */
    Snapshot capture();

    /**
     * Returns the headers of the W3C's Trace Context by which the trace that is bound to this thread goes on elsewhere: {@code traceparent}, and {@code
     * tracestate} if there is one. They are sent to the services behind tools, and the former is on record with a run, so that the trace of a drive in another process can
     * point back. Empty if there is no trace, and unless overridden.
     */
    default Map<String, String> traceHeaders() {
        return Map.of();
    }

    /** Is what was bound to a thread at some time. */
    @FunctionalInterface
    interface Snapshot {

        /** Binds it to this thread, in place of what is bound there. */
        void restore();
    }

    /** Returns a propagator of the diagnostic context (MDC) of SLF4J. */
    static ContextPropagator mdc() {
        return MdcPropagator.INSTANCE;
    }
}
