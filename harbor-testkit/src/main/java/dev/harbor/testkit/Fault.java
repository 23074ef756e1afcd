package dev.harbor.testkit;

import dev.harbor.tool.ToolOutput;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Is what one invocation of a tool meets.
 *
 * @param before happens first; what it throws is what the invocation throws, and the tool does not run
 * @param result makes the result out of the tool's own
 * @param after happens when the tool has run
 */
record Fault(Step before, Result result, Step after) {

    private static final Step NOTHING = () -> {};
    private static final Result UNCHANGED = value -> value;

    /** Meets nothing. */
    static final Fault NONE = new Fault(NOTHING, UNCHANGED, NOTHING);

    /** Is a part of an invocation; it may throw anything, checked or not. */
    @FunctionalInterface
    interface Step {

        void run() throws Exception;
    }

    /** Replaces the value of a result. */
    @FunctionalInterface
    interface Result {

        Object of(Object value);
    }

    static Fault before(Step step) {
        return new Fault(step, UNCHANGED, NOTHING);
    }

    static Fault after(Step step) {
        return new Fault(NOTHING, UNCHANGED, step);
    }

    static Fault result(Result result) {
        return new Fault(NOTHING, result, NOTHING);
    }

    static Step throwing(Supplier<? extends Throwable> failure) {
        return () -> Fault.<Exception>raise(failure.get());
    }

    /** Throws anything, as code that was compiled elsewhere may. */
    @SuppressWarnings("unchecked") // erased: the cast never happens
    private static <X extends Throwable> void raise(Throwable failure) throws X {
        throw (X) failure;
    }

    <O> ToolOutput<O> meet(Callable<ToolOutput<O>> tool) throws Exception {
        before.run();
        ToolOutput<O> output = tool.call();
        after.run();
        @SuppressWarnings("unchecked") // a result is replaced by one of the same class
        O value = (O) result.of(output.value());
        return new ToolOutput<>(value, output.blocks(), output.evidence());
    }
}
