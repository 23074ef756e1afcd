package dev.harbor.spring.boot;

import dev.harbor.runtime.HarborRuntime;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Lets the runtime go on with runs that nobody drives any more as long as the application runs, and closes it when that stops: after the web server has answered the
 * requests that it had begun, since they may need the runtime, and before that server, data sources and other beans are gone. Runs are left so that another node, or the
 * next start, can go on with them. A runtime that is closed stays so: a context that was stopped can't be started again, and one that is paused keeps its runtime.
 */
final class HarborLifecycle implements SmartLifecycle {

    /** Boot lets a web server answer what it has begun at {@code DEFAULT_PHASE - 1024}, and stops it at {@code DEFAULT_PHASE - 2048}; what is higher stops first. */
    static final int PHASE = DEFAULT_PHASE - 1536;

    private final HarborRuntime runtime;
    private final @Nullable OrphanWatch orphans;
    private volatile boolean running;
    private volatile boolean closed;

    /**
     * Makes a lifecycle.
     *
     * @param orphans who looks for runs, or null when nobody is to
     */
    HarborLifecycle(HarborRuntime runtime, @Nullable OrphanWatch orphans) {
        this.runtime = runtime;
        this.orphans = orphans;
    }

    @Override
    public void start() {
        if (closed) {
            throw new IllegalStateException(
                    "the runtime was closed when the context was stopped, and can't be opened again: make a new context");
        }
        running = true;
        if (orphans != null) {
            orphans.start();
        }
    }

    @Override
    public void stop() {
        running = false;
        closed = true;
        if (orphans != null) {
            orphans.close();
        }
        runtime.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
