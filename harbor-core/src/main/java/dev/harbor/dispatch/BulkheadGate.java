package dev.harbor.dispatch;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

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

    /** Takes one of the rights to run; false if all are taken or the thread is interrupted. */
    boolean tryEnter() {
        return machine.tryAcquirePermission();
    }

    /** Gives a right back. */
    void leave() {
        machine.onComplete();
    }

    /** Returns a right that was taken as one that several hold: the call, and each of its attempts on a worker. The last one gives it back. */
    Permit shared() {
        return new Permit(this);
    }

    /** Is a right to run with several holders, of which the call is the first. */
    static final class Permit {

        private static final AtomicIntegerFieldUpdater<Permit> HOLDERS =
                AtomicIntegerFieldUpdater.newUpdater(Permit.class, "holders");

        private final BulkheadGate gate;

        @SuppressWarnings("UnusedVariable") // only the updater uses it
        private volatile int holders = 1;

        private Permit(BulkheadGate gate) {
            this.gate = gate;
        }

        void hold() {
            HOLDERS.incrementAndGet(this);
        }

        void release() {
            if (HOLDERS.decrementAndGet(this) == 0) {
                gate.leave();
            }
        }
    }
}
