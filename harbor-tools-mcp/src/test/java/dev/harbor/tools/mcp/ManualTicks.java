package dev.harbor.tools.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Is a time that stands still, in which what is due happens when a test says so. Thread-safe. */
final class ManualTicks implements Ticks {

    private final List<Due> waiting = new ArrayList<>();

    private record Due(Duration delay, Runnable action) {

        boolean isWithin(Duration least, Duration most) {
            return delay.compareTo(least) >= 0 && delay.compareTo(most) <= 0;
        }
    }

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        Due due = new Due(delay, action);
        synchronized (waiting) {
            waiting.add(due);
        }
        return () -> cancel(due);
    }

    private void cancel(Due due) {
        synchronized (waiting) {
            waiting.removeIf(each -> each == due);
        }
    }

    boolean has(Duration least, Duration most) {
        synchronized (waiting) {
            return waiting.stream().anyMatch(each -> each.isWithin(least, most));
        }
    }

    /** Lets happen what waits with such a delay, which has to be one thing. */
    void runOnly(Duration least, Duration most) {
        List<Due> due;
        synchronized (waiting) {
            due = waiting.stream().filter(each -> each.isWithin(least, most)).toList();
            waiting.removeAll(due);
        }
        assertThat(due).hasSize(1);
        due.get(0).action().run();
    }
}
