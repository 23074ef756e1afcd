package dev.harbor.tools.mcp;

import java.time.Duration;

/** Tells how time passes, and makes things happen later. Thread-safe. */
interface Ticks {

    /** The time of the virtual machine. */
    Ticks SYSTEM = SystemTicks.INSTANCE;

    /** Returns nanoseconds from an arbitrary point, as {@link System#nanoTime()} does. */
    long nanos();

    /** Runs something once after a delay, quickly, on a thread of its own; cancelling comes too late without harm. */
    Timer after(Duration delay, Runnable action);

    /** Is something that will happen. */
    @FunctionalInterface
    interface Timer {

        /** Keeps it from happening if it has not yet. */
        void cancel();
    }
}
