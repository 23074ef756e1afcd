package dev.harbor.tools.a2a;

import dev.harbor.policy.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for time to pass, a nudge, or the end of a call. Thread-safe. */
final class Waiting {

    private volatile CountDownLatch latch = new CountDownLatch(1);

    /** Ends the wait that is under way, or the next one. */
    void nudge() {
        latch.countDown();
    }

    /**
     * Waits.
     *
     * @return false when the call was cancelled or its thread interrupted; the flag is set again then
     */
    @SuppressWarnings("try") // the registration is only held
    boolean await(Duration time, Cancellation cancellation) {
        try (Cancellation.Registration ignored = cancellation.onCancel(this::nudge)) {
            latch.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        latch = new CountDownLatch(1);
        return !cancellation.isCancelled();
    }
}
