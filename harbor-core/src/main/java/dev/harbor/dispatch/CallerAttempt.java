package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Invokes the tool on the thread of the caller, under a deadline node that this is itself. */
final class CallerAttempt<O> extends DeadlineNode implements Attempt<O>, Supplier<Cancellation> {

    private static final Logger LOG = LoggerFactory.getLogger(CallerAttempt.class);

    private @Nullable ToolOutput<O> output;
    private @Nullable Throwable thrown;

    CallerAttempt(long limitNanos, Cancellation call) {
        super(Thread.currentThread(), limitNanos, call, null);
    }

    <I> void run(DeadlineScanner scanner, ToolInvoker<I, O> invoker, I input, ToolContext context) {
        scanner.arm(this);
        try {
            output = invoker.invoke(input, context);
        } catch (Throwable failure) {
            thrown = failure;
        }
        scanner.disarm(this, thrown);
        detachGuarded();
        if (isInterruptedByOthers(thrown)) {
            thread().interrupt();
        }
    }

    private void detachGuarded() {
        try {
            detach();
        } catch (RuntimeException | Error e) {
            LOG.error("what a tool registered for its cancellation failed", e);
        }
    }

    @Override
    public Cancellation get() {
        return cancellation();
    }

    @Override
    public Ending ending() {
        return isInterruptedByOthers(thrown) ? Ending.INTERRUPTED : fired();
    }

    @Override
    public @Nullable ToolOutput<O> output() {
        return output;
    }

    @Override
    public @Nullable Throwable thrown() {
        return thrown;
    }

    @Override
    public String reason() {
        return ending() == Ending.INTERRUPTED
                ? AttemptShell.INTERRUPTED
                : String.valueOf(cancellation().reason());
    }
}
