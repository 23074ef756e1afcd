package dev.harbor.policy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Carries the wish that something ends. It is set once and stays; children end with their parent, not the other way round. Work that blocks in a way
 * that ignores interrupts (a socket, a child process) registers what frees it with {@link #onCancel}.
 *
 * <p>Thread-safe. A child costs its parent nothing until an action is registered with it.
 */
public final class Cancellation {

    private static final Registration NOTHING = () -> {};

    private static final AtomicReferenceFieldUpdater<Cancellation, @Nullable String> REASON =
            AtomicReferenceFieldUpdater.newUpdater(Cancellation.class, String.class, "reason");
    private static final AtomicReferenceFieldUpdater<Cancellation, @Nullable Actions> ACTIONS =
            AtomicReferenceFieldUpdater.newUpdater(Cancellation.class, Actions.class, "actions");

    private final @Nullable Cancellation parent;
    private volatile @Nullable String reason;
    private volatile @Nullable Actions actions;

    private Cancellation(@Nullable Cancellation parent) {
        this.parent = parent;
    }

    /** Takes an action back; may be called more than once. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {

        @Override
        void close();
    }

    /** Returns a cancellation that nobody has asked for yet. */
    public static Cancellation create() {
        return new Cancellation(null);
    }

    /** Returns a cancellation that also ends when this one does. Who makes many children of one parent calls {@link #detach()} on each in the end. */
    public Cancellation child() {
        return new Cancellation(this);
    }

    /**
     * Asks for the end. The first call wins and runs the registered actions on this thread, those of children included; an action that throws does not
     * keep the others from running, and the first of what they threw is thrown in the end.
     *
     * @param why a short text for people and events
     * @return whether this call was the first
     */
    public boolean cancel(String why) {
        return cancel(why, Runnable::run);
    }

    /**
     * Asks for the end, and runs the registered actions elsewhere, so that a slow one delays nobody. The executor is not used when there are none.
     *
     * @param why a short text for people and events
     * @param elsewhere runs the actions, all in one task
     * @return whether this call was the first
     */
    public boolean cancel(String why, Executor elsewhere) {
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(elsewhere, "elsewhere");
        if (isCancelled() || !REASON.compareAndSet(this, null, why)) {
            return false;
        }
        runActions(elsewhere);
        return true;
    }

    /** Tells whether the end was asked for, here or of a parent. */
    public boolean isCancelled() {
        return reason != null || (parent != null && parent.isCancelled());
    }

    /** Returns why, or null when the end was not asked for. */
    public @Nullable String reason() {
        String mine = reason;
        return mine != null || parent == null ? mine : parent.reason();
    }

    /**
     * Runs an action once when the end is asked for, or at once when it was already. The action must be quick, since it may run on the cancelling
     * thread.
     */
    public Registration onCancel(Runnable action) {
        Objects.requireNonNull(action, "action");
        if (isCancelled()) {
            action.run();
            return NOTHING;
        }
        Entry entry = new Entry(attached(), action);
        boolean added = entry.owner.add(entry);
        // The cancelling thread sets the reason before it takes the actions: what it came too early for is taken here.
        if (isCancelled()) {
            if (!added) {
                action.run();
            }
            runActions(Runnable::run);
            return NOTHING;
        }
        return added ? entry : NOTHING;
    }

    /**
     * Takes this off its parent, whose end is still seen here but runs nothing any more. For who made a child, when the child's work has ended: actions
     * are forgotten, and those registered later are dropped. If the end was asked for already, what has not run yet runs now, on this thread.
     */
    public void detach() {
        if (ACTIONS.compareAndSet(this, null, Actions.CLOSED)) {
            return;
        }
        List<Runnable> left = Objects.requireNonNull(actions).close();
        if (isCancelled()) {
            runAll(left);
        }
    }

    private Actions attached() {
        Actions known = actions;
        if (known != null) {
            return known;
        }
        Actions fresh = new Actions();
        if (!ACTIONS.compareAndSet(this, null, fresh)) {
            return Objects.requireNonNull(actions);
        }
        if (parent != null) {
            fresh.attach(parent.onCancel(() -> runActions(Runnable::run)));
        }
        return fresh;
    }

    private void runActions(Executor elsewhere) {
        Actions mine = actions;
        List<Runnable> due = mine == null ? List.of() : mine.close();
        if (!due.isEmpty()) {
            elsewhere.execute(() -> runAll(due));
        }
    }

    private static void runAll(List<Runnable> due) {
        List<Throwable> thrown = new ArrayList<>();
        for (Runnable action : due) {
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                thrown.add(e);
            }
        }
        if (!thrown.isEmpty()) {
            throwFirst(thrown);
        }
    }

    private static void throwFirst(List<Throwable> thrown) {
        Throwable first = thrown.remove(0);
        thrown.stream().filter(other -> other != first).forEach(first::addSuppressed);
        if (first instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) first;
    }

    /** Is one registered action; its identity is what is registered. */
    private static final class Entry implements Registration {

        private final Actions owner;
        private final Runnable action;

        Entry(Actions owner, Runnable action) {
            this.owner = owner;
            this.action = action;
        }

        @Override
        public void close() {
            owner.remove(this);
        }
    }

    /** Is what runs on cancelling, and the registration with the parent that leads here. Calls nobody while it holds its lock. */
    private static final class Actions {

        static final Actions CLOSED = new Actions();

        static {
            CLOSED.close();
        }

        private final Object lock = new Object();
        private final Set<Entry> entries = new LinkedHashSet<>(4);
        private Registration attachment = NOTHING;
        private boolean closed;

        boolean add(Entry entry) {
            synchronized (lock) {
                return !closed && entries.add(entry);
            }
        }

        void remove(Entry entry) {
            synchronized (lock) {
                entries.remove(entry);
            }
        }

        void attach(Registration registration) {
            synchronized (lock) {
                if (!closed) {
                    attachment = registration;
                    return;
                }
            }
            registration.close();
        }

        List<Runnable> close() {
            List<Runnable> due = new ArrayList<>();
            Registration toParent;
            synchronized (lock) {
                closed = true;
                entries.forEach(entry -> due.add(entry.action));
                entries.clear();
                toParent = attachment;
                attachment = NOTHING;
            }
            toParent.close();
            return due;
        }
    }
}
