package dev.harbor.tools.a2a.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Wakes up who waits for a change of a task. What changes elsewhere wakes up nobody, so who waits looks from time to time. Thread-safe. */
final class Changes {

    private final ConcurrentMap<String, Set<Watch>> watches = new ConcurrentHashMap<>();
    private volatile Consumer<String> listener = taskId -> {};
    private volatile boolean closed;

    /** Is somebody who waits. */
    final class Watch implements AutoCloseable {

        private final String taskId;
        private final Semaphore news = new Semaphore(0);

        private Watch(String taskId) {
            this.taskId = taskId;
        }

        /** Waits for a change, or so long; false when nobody should wait any more. */
        boolean await(Duration most) {
            try {
                if (news.tryAcquire(Math.max(1, most.toNanos()), TimeUnit.NANOSECONDS)) {
                    news.drainPermits();
                }
                return !closed;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public void close() {
            watches.computeIfPresent(taskId, (id, known) -> {
                known.remove(this);
                return known.isEmpty() ? null : known;
            });
        }
    }

    Watch watch(String taskId) {
        Watch watch = new Watch(taskId);
        watches.compute(taskId, (id, known) -> {
            Set<Watch> all = known == null ? ConcurrentHashMap.newKeySet() : known;
            all.add(watch);
            return all;
        });
        return watch;
    }

    /** Has somebody hear of every change besides; it must be quick. */
    void listen(Consumer<String> to) {
        listener = to;
    }

    void changed(String taskId) {
        listener.accept(taskId);
        watches.getOrDefault(taskId, Set.of()).forEach(watch -> watch.news.release());
    }

    void close() {
        closed = true;
        watches.keySet().forEach(this::changed);
    }
}
