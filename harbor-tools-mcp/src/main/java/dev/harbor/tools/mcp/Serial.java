package dev.harbor.tools.mcp;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs actions one after another in the order in which they come, on the threads that bring them, with no lock held. Thread-safe. */
final class Serial {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    void run(Runnable action) {
        waiting.add(action);
        if (size.getAndIncrement() != 0) {
            return;
        }
        do {
            one(java.util.Objects.requireNonNull(waiting.poll()));
        } while (size.decrementAndGet() != 0);
    }

    private static void one(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.warn("a listener of a source has failed", e);
        }
    }
}
