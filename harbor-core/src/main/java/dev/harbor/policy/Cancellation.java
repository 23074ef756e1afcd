package dev.harbor.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries the wish that something ends. It is set once and stays; children end with their parent, not the other way round. Work that blocks in a way
 * that ignores interrupts (a socket, a child process) registers what frees it with {@link #onCancel}.
 *
 * <p>Thread-safe.
 */
public final class Cancellation {

    private static final Registration NOTHING = () -> {};

    private final Object lock = new Object();
    private final List<Runnable> actions = new ArrayList<>(2);
    private volatile @Nullable String reason;

    private Cancellation() {}

    /** Takes an action back; may be called more than once. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {

        @Override
        void close();
    }

    /** Returns a cancellation that nobody has asked for yet. */
    public static Cancellation create() {
        return new Cancellation();
    }

    /** Returns a cancellation that also ends when this one does. */
    public Cancellation child() {
        Cancellation child = new Cancellation();
        onCancel(() -> child.cancel(Objects.requireNonNull(reason)));
        return child;
    }

    /**
     * Asks for the end. The first call wins and runs the registered actions on this thread; an action that throws does not keep the others from running.
     *
     * @param why a short text for people and events
     * @return whether this call was the first
     */
    public boolean cancel(String why) {
        List<Runnable> due;
        synchronized (lock) {
            if (reason != null) {
                return false;
            }
            reason = Objects.requireNonNull(why, "why");
            due = List.copyOf(actions);
            actions.clear();
        }
        runAll(due);
        return true;
    }

    /** Tells whether the end was asked for. */
    public boolean isCancelled() {
        return reason != null;
    }

    /** Returns why, or null when the end was not asked for. */
    public @Nullable String reason() {
        return reason;
    }

    /** Runs an action when the end is asked for, or at once when it was already. The action must be quick; it runs on the cancelling thread. */
    public Registration onCancel(Runnable action) {
        Objects.requireNonNull(action, "action");
        synchronized (lock) {
            if (reason == null) {
                actions.add(action);
                return () -> forget(action);
            }
        }
        action.run();
        return NOTHING;
    }

    private void forget(Runnable action) {
        synchronized (lock) {
            actions.removeIf(each -> each == action);
        }
    }

    private static void runAll(List<Runnable> due) {
        RuntimeException first = null;
        for (Runnable action : due) {
            try {
                action.run();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
