package dev.harbor.runtime;

import dev.harbor.policy.Cancellation;
import org.jspecify.annotations.Nullable;

/** Carries what people want of a run that is being driven: that it stops, or that it waits before its next decision. Thread-safe. */
final class RunSignals {

    private final Cancellation cancellation;
    private volatile @Nullable String pause;

    RunSignals(Cancellation cancellation) {
        this.cancellation = cancellation;
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

    /** Returns the signals of a child run: it stops with its parent, and waits of its own accord only. */
    RunSignals child() {
        return new RunSignals(cancellation.child());
    }
}
