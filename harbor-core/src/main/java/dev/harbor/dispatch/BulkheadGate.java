package dev.harbor.dispatch;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Limits how many calls of a tool run at once. A call counts until every attempt of it has really ended, also one that was abandoned. */
final class BulkheadGate {

    private final Bulkhead machine;
    private final int calls;

    BulkheadGate(String name, int calls) {
        this.calls = calls;
        this.machine = Bulkhead.of(
                name,
                BulkheadConfig.custom()
                        .maxConcurrentCalls(calls)
                        .maxWaitDuration(Duration.ZERO)
                        .build());
    }

    int calls() {
        return calls;
    }

    int running() {
        return calls - machine.getMetrics().getAvailableConcurrentCalls();
    }

    /** Returns the right to run, or null if all are taken or the thread is interrupted. */
    @Nullable
    Permit tryEnter() {
        return machine.tryAcquirePermission() ? new Permit(machine) : null;
    }

    /** Is one of the rights to run; the call and each attempt on a worker hold it. */
    static final class Permit {

        private static final AtomicIntegerFieldUpdater<Permit> HOLDERS =
                AtomicIntegerFieldUpdater.newUpdater(Permit.class, "holders");

        private final Bulkhead machine;

        @SuppressWarnings("UnusedVariable") // only the updater uses it
        private volatile int holders = 1;

        private Permit(Bulkhead machine) {
            this.machine = machine;
        }

        void hold() {
            HOLDERS.incrementAndGet(this);
        }

        void release() {
            if (HOLDERS.decrementAndGet(this) == 0) {
                machine.onComplete();
            }
        }
    }
}
