package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/** Invokes the tool on the thread of the caller, under a deadline node that this is itself. It holds little, since every call of a pure tool makes one. */
final class CallerAttempt<O> extends DeadlineNode implements Attempt<O> {

    private @Nullable ToolOutput<O> output;
    private @Nullable Throwable thrown;

    CallerAttempt(long limitNanos, Cancellation call, Cancellation attempt) {
        super(Thread.currentThread(), limitNanos, call, attempt);
    }

    /** Invokes the tool and returns how that ended. */
    <I> Ending invoke(ToolInvoker<I, O> invoker, I input, ToolContext context, DeadlineScanner scanner) {
        scanner.arm(this);
        try {
            output = invoker.invoke(input, context);
        } catch (Throwable failure) {
            thrown = failure;
        }
        boolean interruptConsumed = thrown instanceof InterruptedException;
        Ending ending = scanner.disarm(this, interruptConsumed);
        attempt().detach();
        if (ending == Ending.ANSWERED && interruptConsumed) {
            thread().interrupt();
            return Ending.INTERRUPTED;
        }
        return ending;
    }

    @Override
    public @Nullable ToolOutput<O> output() {
        return output;
    }

    @Override
    public @Nullable Throwable thrown() {
        return thrown;
    }
}
