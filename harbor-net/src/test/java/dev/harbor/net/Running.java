package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Is a call on a thread of its own. */
final class Running {

    private final Thread thread;
    private volatile @Nullable Throwable thrown;
    private volatile boolean interrupted;

    private Running(ThrowingCallable call) {
        thread = new Thread(() -> run(call), "running");
        thread.setDaemon(true);
        thread.start();
    }

    static Running start(ThrowingCallable call) {
        return new Running(call);
    }

    private void run(ThrowingCallable call) {
        try {
            call.call();
        } catch (Throwable e) {
            thrown = e;
        }
        interrupted = Thread.currentThread().isInterrupted();
    }

    /** Waits until it is inside a method of that name. */
    void awaitInside(String method) {
        Local.await()
                .until(() -> Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals(method)));
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Waits for its end. */
    void end() throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(60));
        assertThat(thread.isAlive()).as("it should have ended").isFalse();
    }

    /** Waits for its end, which must be a failure. */
    NetException failure() throws InterruptedException {
        end();
        assertThat(thrown).isInstanceOf(NetException.class);
        return (NetException) thrown;
    }

    boolean keptItsFlag() {
        return interrupted;
    }
}
