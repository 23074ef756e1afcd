package dev.harbor.testkit;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Holds back whoever comes until it is opened; then it lets everybody through for good. A test closes the way of a tool or a model with one, waits with
 * {@link #awaitHeld} until somebody stands before it, does what it has to do meanwhile, and opens it.
 *
 * <p>Thread-safe.
 */
public final class Gate {

    private final Signal signal = new Signal();
    private boolean open;
    private int held;

    private Gate() {}

    /** Returns a gate that is closed. */
    public static Gate closed() {
        return new Gate();
    }

    /** Opens the gate; may be called more than once. */
    public void open() {
        signal.change(() -> open = true);
    }

    /** Tells whether the gate was opened. */
    public boolean isOpen() {
        return signal.get(() -> open);
    }

    /** Returns how many threads the gate holds back. */
    public int held() {
        return signal.get(() -> open ? 0 : held);
    }

    /**
     * Waits until the gate holds back so many threads, or more.
     *
     * @throws AssertionError if that takes too long, or the gate is open
     */
    public void awaitHeld(int count) {
        signal.expect(
                () -> !open && held >= count,
                Signal.PATIENCE,
                () -> open ? "the gate is open" : "the gate holds " + held + " threads, not " + count);
    }

    /**
     * Waits until the gate is open. There is no limit in real time.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void pass() throws InterruptedException {
        passUnless(() -> false);
    }

    /** Waits until the gate is open, and keeps an interrupt for later. There is no limit in real time. */
    public void passUninterruptibly() {
        passUninterruptiblyUnless(() -> false);
    }

    void passUninterruptiblyUnless(BooleanSupplier givenUp) {
        enter();
        try {
            signal.awaitUninterruptibly(() -> open || givenUp.getAsBoolean());
        } finally {
            leave();
        }
    }

    /** Waits until the gate is open or the caller gives up; asks again when woken. */
    void passUnless(BooleanSupplier givenUp) throws InterruptedException {
        enter();
        try {
            signal.await(() -> open || givenUp.getAsBoolean());
        } finally {
            leave();
        }
    }

    /** Waits like {@link #passUnless(BooleanSupplier)}, for so long at most. */
    void passUnless(BooleanSupplier givenUp, Duration limit) throws InterruptedException {
        enter();
        try {
            signal.await(() -> open || givenUp.getAsBoolean(), limit);
        } finally {
            leave();
        }
    }

    /** Makes those that are held back look again whether they give up. */
    void wake() {
        signal.change(() -> {});
    }

    private void enter() {
        signal.change(() -> {
            held++;
        });
    }

    private void leave() {
        signal.change(() -> {
            held--;
        });
    }
}
