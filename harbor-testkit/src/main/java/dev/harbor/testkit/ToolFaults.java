package dev.harbor.testkit;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.policy.Cancellation.Registration;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolException;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolTimeout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Is what the invocations of one tool meet, first in, first out. Each method adds to the end and returns this object.
 *
 * <p>Thread-safe.
 */
public final class ToolFaults {

    /** The code of failures that were made by error class. */
    public static final ErrorCode INJECTED = ErrorCode.of("INJECTED_FAULT");

    private final ToolId tool;
    private final Gate closing;
    private final Signal signal = new Signal();
    private final Queue<Fault> faults = new ArrayDeque<>();
    private final List<Gate> holding = new ArrayList<>();
    private int invocations;

    ToolFaults(ToolId tool, Gate closing) {
        this.tool = tool;
        this.closing = closing;
    }

    /**
     * Lets the next invocations fail before the tool runs.
     *
     * @param times how many; 0 adds nothing
     * @param failure makes what is thrown, anew for each; may make checked exceptions and errors
     * @throws IllegalArgumentException if the number is negative
     */
    public ToolFaults fail(int times, Supplier<? extends Throwable> failure) {
        Objects.requireNonNull(failure, "failure");
        return add(times, Fault.before(Fault.throwing(failure)));
    }

    /**
     * Lets the next invocations fail before the tool runs, with a typed error whose outcome is known: {@link ToolTimeout} for
     * {@link ErrorClass#TIMEOUT}, else {@link ToolFailed} with the code {@link #INJECTED}.
     *
     * @param times how many; 0 adds nothing
     * @throws IllegalArgumentException if the number is negative
     */
    public ToolFaults fail(int times, ErrorClass errorClass) {
        Objects.requireNonNull(errorClass, "errorClass");
        return fail(times, () -> failure(errorClass));
    }

    private ToolException failure(ErrorClass errorClass) {
        String message = "injected fault: " + errorClass.wireName();
        return errorClass == ErrorClass.TIMEOUT
                ? new ToolTimeout(message, false, null)
                : ToolFailed.of(INJECTED, errorClass, true, message, null, null);
    }

    /**
     * Lets the next invocations pass as if nothing was wrong.
     *
     * @param times how many; 0 adds nothing
     * @throws IllegalArgumentException if the number is negative
     */
    public ToolFaults pass(int times) {
        return add(times, Fault.NONE);
    }

    /** Lets the next invocation hang before the tool runs, until its thread is interrupted. */
    public ToolFaults hang() {
        return slow(Gate.closed());
    }

    /** Lets the next invocation hang before the tool runs, until the gate is opened; interrupts are ignored and kept. Then the tool runs. */
    public ToolFaults hangIgnoringInterrupts(Gate released) {
        Objects.requireNonNull(released, "released");
        return add(1, Fault.before(() -> hold(released, released::passUninterruptiblyUnless)));
    }

    /** Lets the next invocation burn processor time before the tool runs, blind to interrupts and cancellation, until the gate is opened. Then the tool runs. */
    public ToolFaults spin(Gate released) {
        Objects.requireNonNull(released, "released");
        return add(
                1,
                Fault.before(() -> hold(released, freed -> {
                    while (!released.isOpen() && !freed.getAsBoolean()) {
                        Thread.onSpinWait();
                    }
                })));
    }

    /** Lets the next invocation wait before the tool runs, until the gate is opened or its thread is interrupted. */
    public ToolFaults slow(Gate released) {
        Objects.requireNonNull(released, "released");
        return add(1, Fault.before(() -> hold(released, released::passUnless)));
    }

    /** Lets the next invocation wait before the tool runs, until the clock was moved so far or its thread is interrupted. */
    public ToolFaults slow(ManualClock clock, Duration time) {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(time, "time");
        return add(1, Fault.before(() -> {
            Gate due = Gate.closed();
            Registration timer = clock.schedule(time, due::open);
            try {
                hold(due, due::passUnless);
            } finally {
                timer.close();
            }
        }));
    }

    /** Waits for a gate unless it is told that the wait is off. */
    @FunctionalInterface
    private interface Wait {

        void unless(BooleanSupplier off) throws InterruptedException;
    }

    private void hold(Gate gate, Wait wait) throws InterruptedException {
        signal.change(() -> holding.add(gate));
        try {
            wait.unless(closing::isOpen);
        } finally {
            signal.change(() -> holding.remove(gate));
        }
        if (closing.isOpen()) {
            throw new IllegalStateException("the fault injector was closed while it held '" + tool + "'");
        }
    }

    /** Makes held threads see that the injector was closed. */
    void free() {
        signal.get(() -> List.copyOf(holding)).forEach(Gate::wake);
    }

    /** Lets the next invocation run the tool, and fail after it: the effect has happened and the answer is lost. */
    public ToolFaults commitThenFail(Supplier<? extends Throwable> failure) {
        Objects.requireNonNull(failure, "failure");
        return add(1, Fault.after(Fault.throwing(failure)));
    }

    /**
     * Lets the next invocation answer with a JSON string of a size. It serves tools whose results are {@link Json} or String; the invocation of another fails.
     *
     * @param bytes the size of the result as JSON, quotes included, 2 or more
     * @throws IllegalArgumentException if the size is less than 2
     */
    public ToolFaults huge(int bytes) {
        if (bytes < 2) {
            throw new IllegalArgumentException("a JSON string has 2 bytes or more, got " + bytes);
        }
        return add(1, Fault.result(value -> huge(bytes, value)));
    }

    private Object huge(int bytes, Object value) {
        String text = "x".repeat(bytes - 2);
        if (value instanceof String) {
            return text;
        }
        if (value instanceof Json) {
            return Json.of(text);
        }
        throw new IllegalStateException("huge results are for tools that answer with Json or String; '" + tool
                + "' answers with " + value.getClass().getName());
    }

    private ToolFaults add(int times, Fault fault) {
        if (times < 0) {
            throw new IllegalArgumentException("times must be 0 or more, got " + times);
        }
        signal.change(() -> {
            for (int i = 0; i < times; i++) {
                faults.add(fault);
            }
        });
        return this;
    }

    /** Returns how many faults wait to be met. */
    public int pending() {
        return signal.get(faults::size);
    }

    /** Returns how many times the tool was invoked through its wrapping, faults included. */
    public int invocations() {
        return signal.get(() -> invocations);
    }

    /** Returns how many invocations are held by a fault. */
    public int stuck() {
        return signal.get(holding::size);
    }

    /**
     * Waits until so many invocations, or more, are held by a fault.
     *
     * @throws AssertionError if that takes too long
     */
    public void awaitStuck(int count) {
        signal.expect(
                () -> holding.size() >= count,
                Signal.PATIENCE,
                () -> holding.size() + " invocations of '" + tool + "' are stuck, not " + count);
    }

    /**
     * Waits until no invocation is held by a fault any more.
     *
     * @throws AssertionError if that takes too long
     */
    public void awaitFree() {
        signal.expect(
                holding::isEmpty,
                Signal.PATIENCE,
                () -> holding.size() + " invocations of '" + tool + "' are still stuck");
    }

    Fault next() {
        return signal.change(() -> {
            invocations++;
            Fault fault = faults.poll();
            return fault == null ? Fault.NONE : fault;
        });
    }
}
