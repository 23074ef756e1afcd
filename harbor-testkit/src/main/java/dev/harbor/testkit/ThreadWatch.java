package dev.harbor.testkit;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Sees which threads were begun since a moment and still live. Virtual threads are not seen. */
final class ThreadWatch {

    /** The virtual machine and the test engine begin these when they see fit, and end them later or never. */
    private static final Pattern NOT_OURS = Pattern.compile(
            "process reaper.*|ForkJoinPool.*|Common-Cleaner|Attach Listener|Signal Dispatcher|junit-.*|surefire-.*|bounded|together-.*|"
                    + "VirtualThread-.*|.*Poller|Keep-Alive-.*|.*JIT.*|C[12] .*|Timer-surefire.*");

    private static final int GRACE_SECONDS = 5;

    private final Set<Thread> before;

    private ThreadWatch(Set<Thread> before) {
        this.before = before;
    }

    static ThreadWatch begin() {
        return new ThreadWatch(new HashSet<>(Thread.getAllStackTraces().keySet()));
    }

    /** Gives those that are left a few seconds to end. */
    void awaitNoneLeft() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
        for (Thread thread : left()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            join(thread, Math.max(millis, 1));
        }
        List<Thread> left = left();
        if (!left.isEmpty()) {
            throw new AssertionError("threads that were left behind: " + left);
        }
    }

    private static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }

    private List<Thread> left() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !before.contains(thread))
                .filter(thread -> !NOT_OURS.matcher(thread.getName()).matches())
                .toList();
    }
}
