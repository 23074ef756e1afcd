package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/** Invokes the tool on the thread of the caller, under a deadline node that this is itself. */
final class CallerAttempt<I, O> extends DeadlineNode implements Attempt<O> {

    private final RetryLoop<I, O> loop;
    private final ToolContext context;
    private final Cancellation cancellation;
    private @Nullable ToolOutput<O> output;
    private @Nullable Throwable thrown;

    CallerAttempt(RetryLoop<I, O> loop, ToolContext context, long limitNanos, Cancellation cancellation) {
        super(Thread.currentThread(), limitNanos, loop.call.cancellation(), cancellation);
        this.loop = loop;
        this.context = context;
        this.cancellation = cancellation;
    }

    @Override
    public Ending await() {
        loop.services.scanner().arm(this);
        try {
            output = loop.invoker.invoke(loop.input, context);
        } catch (Throwable failure) {
            thrown = failure;
        }
        boolean interruptConsumed = thrown instanceof InterruptedException;
        Ending ending = loop.services.scanner().disarm(this, interruptConsumed);
        cancellation.detach();
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
