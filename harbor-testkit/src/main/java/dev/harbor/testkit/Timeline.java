package dev.harbor.testkit;

import dev.harbor.policy.Cancellation.Registration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Is the time that all views of a manual clock share, with what is due on it. Thread-safe. */
final class Timeline {

    private static final Duration NANOS_BEFORE_ZERO = Duration.ofSeconds(100);

    private final ReentrantLock moving = new ReentrantLock();
    private final Signal signal = new Signal();
    private final Instant start;
    private final List<Timer> timers = new ArrayList<>();
    private final List<Instant> waiting = new ArrayList<>();
    private Instant now;

    private record Timer(Instant due, Runnable action) {}

    Timeline(Instant start) {
        this.start = start;
        this.now = start;
    }

    Instant now() {
        return signal.get(() -> now);
    }

    long nanos() {
        return Duration.between(start, now()).minus(NANOS_BEFORE_ZERO).toNanos();
    }

    /** Moves to the time that the function makes of the present, and returns how far that was. */
    Duration advance(UnaryOperator<Instant> destination) {
        moving.lock();
        try {
            requireOutermost();
            Instant from = now();
            Instant to = signal.get(() -> destination.apply(now));
            for (Optional<Timer> due = next(to); due.isPresent(); due = next(to)) {
                due.get().action().run();
            }
            signal.change(() -> now = to);
            return Duration.between(from, to);
        } finally {
            moving.unlock();
        }
    }

    private void requireOutermost() {
        if (moving.getHoldCount() > 1) {
            throw new IllegalStateException("what is scheduled on a manual clock must not move it");
        }
    }

    /** Takes the first timer that is due by then, and moves to it. */
    private Optional<Timer> next(Instant limit) {
        return signal.change(() -> {
            Optional<Timer> first =
                    timers.stream().filter(timer -> !timer.due().isAfter(limit)).min(Comparator.comparing(Timer::due));
            first.ifPresent(timer -> {
                forget(timer);
                now = timer.due();
            });
            return first;
        });
    }

    /** Returns the next time to come that something is due, or the present when there is none. Asked under the lock. */
    Instant nextDue(Instant present) {
        return Stream.concat(timers.stream().map(Timer::due), waiting.stream())
                .filter(present::isBefore)
                .min(Comparator.naturalOrder())
                .orElse(present);
    }

    Registration schedule(Duration delay, Runnable action) {
        return signal.change(() -> {
            Timer timer = new Timer(now.plus(delay), action);
            timers.add(timer);
            return () -> signal.change(() -> forget(timer));
        });
    }

    /** Two timers may be equal, so the very one goes. */
    @SuppressWarnings("ReferenceEquality")
    private void forget(Timer timer) {
        timers.removeIf(each -> each == timer);
    }

    void await(UnaryOperator<Instant> destination) throws InterruptedException {
        Instant until = signal.change(() -> {
            Instant time = destination.apply(now);
            waiting.add(time);
            return time;
        });
        try {
            signal.await(() -> !now.isBefore(until));
        } finally {
            signal.change(() -> waiting.remove(until));
        }
    }

    int waiters() {
        return signal.get(this::held);
    }

    void awaitWaiters(int count) {
        signal.expect(
                () -> held() >= count, Signal.PATIENCE, () -> held() + " threads wait for the clock, not " + count);
    }

    /** Threads whose time has come are woken, even if they have not moved yet. */
    private int held() {
        return (int) waiting.stream().filter(now::isBefore).count();
    }
}
