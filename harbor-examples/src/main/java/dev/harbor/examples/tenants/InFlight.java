package dev.harbor.examples.tenants;

import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Counts the requests that are being answered, so that a service that stops can wait for them. Thread-safe. */
final class InFlight {

    private final Phaser requests = new Phaser(1);
    private volatile boolean closing;

    /** Lets a request in; returns false when it must be turned away. The one who is let in says {@link #leave()}. */
    boolean enter() {
        requests.register();
        if (closing) {
            requests.arriveAndDeregister();
            return false;
        }
        return true;
    }

    void leave() {
        requests.arriveAndDeregister();
    }

    /** Lets nobody in any more and waits for those who are in; returns whether all have left in time. */
    boolean drain(Duration most) {
        closing = true;
        try {
            requests.awaitAdvanceInterruptibly(requests.arriveAndDeregister(), most.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
