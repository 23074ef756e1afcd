package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Is a call that notes nothing, for tests that make very many. */
record SilentCall(Cancellation cancellation, long deadlineNanos, boolean nested) implements ShellCall {

    SilentCall(Cancellation cancellation) {
        this(cancellation, Long.MAX_VALUE, false);
    }

    @Override
    public ToolContext context(int attempt, long limitNanos, Supplier<Cancellation> attemptCancellation) {
        return new TestContext(attempt, limitNanos, attemptCancellation);
    }

    @Override
    public void attempted(int attempt, @Nullable ToolError failure, long elapsedNanos) {}

    @Override
    public void abandoned(int attempt, int stillRunning) {}

    @Override
    public void answeredLate(int attempt, @Nullable ToolError failure) {}
}
