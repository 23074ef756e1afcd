package dev.harbor.examples.harness;

import dev.harbor.runtime.HarborRuntime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Closes a runtime when the process is told to end, so that its run is left where another process can go on with it, and gives the command a moment to say so.
 * The command closes this when it has printed all it has to say.
 */
final class Shutdown implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 5;

    private final AtomicReference<HarborRuntime> runtime = new AtomicReference<>();
    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::closeAndWait, "harness-shutdown");

    private Shutdown() {}

    static Shutdown watch() {
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(shutdown.hook);
        return shutdown;
    }

    /** Says which runtime is to be closed. */
    void closes(HarborRuntime driven) {
        runtime.set(driven);
    }

    private void closeAndWait() {
        HarborRuntime driven = runtime.get();
        if (driven == null) {
            return;
        }
        driven.close();
        try {
            printed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ignored) {
            // The process is ending, and the hook is at work.
        }
    }
}
