package dev.harbor.tool;

/**
 * Lets something that is bound to a thread, such as a logging context or a trace, follow a call to the worker that runs the tool. Identity never depends
 * on it.
 *
 * <p>For each attempt on a worker {@link #capture()} runs on the caller; on the worker it runs once more, to keep what is there, then the caller's
 * snapshot is restored around the tool, and at last what was there before. What a propagator throws is reported once and ignored.
 *
 * <p>Implementations are thread-safe, quick, and don't block.
 */
@FunctionalInterface
public interface ContextPropagator {

    /** Returns what is bound to this thread now. The snapshot may be restored on any thread, more than once. */
    Snapshot capture();

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
