package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ContextPropagator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Is what attempts run on, shared by all shells of a runtime. Everything that has to do with time or threads is here and injected, so that whole calls run
 * under a clock that a test drives.
 *
 * @param nanoTime measures time; only differences count
 * @param sleeper waits
 * @param jitter gives numbers from 0 (inclusive) to 1 (exclusive) that spread retries
 * @param workers run tools that don't run on their caller's thread
 * @param scanner watches over those that do
 * @param failures says what a throwable means
 * @param contexts carries context to workers
 */
public record ShellServices(
        LongSupplier nanoTime,
        Sleeper sleeper,
        DoubleSupplier jitter,
        Workers workers,
        DeadlineScanner scanner,
        FailureMapper failures,
        ContextCarrier contexts)
        implements AutoCloseable {

    /** The nano source of the system. Any other one is taken for one that is driven by hand and may jump. */
    public static final LongSupplier SYSTEM_NANOS = System::nanoTime;

    /** Returns services over a nano source, workers and propagators. */
    public static ShellServices of(LongSupplier nanoTime, Workers workers, List<ContextPropagator> propagators) {
        return new ShellServices(
                nanoTime,
                Sleeper.of(nanoTime),
                () -> ThreadLocalRandom.current().nextDouble(),
                workers,
                new DeadlineScanner(nanoTime),
                new FailureMapper(),
                new ContextCarrier(propagators));
    }

    /** Waits until a time, and returns true; or false as soon as the cancellation or an interrupt of this thread ends the waiting. */
    boolean await(long untilNanos, Cancellation cancellation) {
        Thread me = Thread.currentThread();
        Cancellation.Registration wakeUp = cancellation.onCancel(() -> LockSupport.unpark(me));
        try {
            while (!cancellation.isCancelled() && !me.isInterrupted()) {
                if (nanoTime.getAsLong() - untilNanos >= 0) {
                    return true;
                }
                sleeper.park(untilNanos);
            }
            return false;
        } finally {
            wakeUp.close();
        }
    }

    /** Ends the watch over deadlines. The workers are closed by who made them. */
    @Override
    public void close() {
        scanner.close();
    }
}
