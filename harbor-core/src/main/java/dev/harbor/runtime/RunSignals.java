package dev.harbor.runtime;

import dev.harbor.policy.Cancellation;
import org.jspecify.annotations.Nullable;

/** Carries what people want of a run that is being driven: that it stops, that it waits before its next decision, or that it is left. Thread-safe. */
final class RunSignals {

    private final Cancellation cancellation;
    private final @Nullable RunSignals parent;
    private volatile @Nullable String pause;
    private volatile boolean leaving;

    RunSignals(Cancellation cancellation) {
        this(cancellation, null);
    }

    private RunSignals(Cancellation cancellation, @Nullable RunSignals parent) {
        this.cancellation = cancellation;
        this.parent = parent;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** Returns why the run shall wait, or null. */
    @Nullable
    String pause() {
        return pause;
    }

    void pause(String why) {
        pause = why;
    }

    /** Tells whether the run shall be left as it is, so that another process can go on with it. */
    boolean isLeaving() {
        return leaving || (parent != null && parent.isLeaving());
    }

    /** Who was told to stop stops, and is not left for others to go on with. */
    void leave() {
        if (!cancellation.isCancelled()) {
            leaving = true;
        }
    }

    /** Returns the signals of a child run: it stops with its parent, and waits of its own accord only. */
    RunSignals child() {
        return new RunSignals(cancellation.child(), this);
    }
}
