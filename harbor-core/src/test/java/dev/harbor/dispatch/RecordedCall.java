package dev.harbor.dispatch;

import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Is a call that notes what the shell tells it. */
final class RecordedCall implements ShellCall {

    private final Cancellation cancellation;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<ToolError> failures = new CopyOnWriteArrayList<>();
    private final List<TestContext> contexts = new ArrayList<>();
    private long deadlineNanos = Long.MAX_VALUE;
    private boolean nested;

    private RecordedCall(Cancellation cancellation) {
        this.cancellation = cancellation;
    }

    static RecordedCall create() {
        return new RecordedCall(Cancellation.create());
    }

    /** Returns a call from inside the tool that sees a context. */
    static RecordedCall inside(ToolContext outer) {
        RecordedCall inner = new RecordedCall(outer.cancellation());
        inner.nested = true;
        inner.deadlineNanos = ((TestContext) outer).limitNanos();
        return inner;
    }

    RecordedCall deadlineNanos(long nanos) {
        deadlineNanos = nanos;
        return this;
    }

    /** Returns what was told, in order, such as {@code attempted 1 TOOL_FAILED}. */
    List<String> told() {
        return told;
    }

    List<ToolError> failures() {
        return failures;
    }

    List<TestContext> contexts() {
        return contexts;
    }

    @Override
    public ToolContext context(int attempt, long limitNanos, Supplier<Cancellation> attemptCancellation) {
        TestContext context = new TestContext(attempt, limitNanos, attemptCancellation);
        contexts.add(context);
        return context;
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public boolean nested() {
        return nested;
    }

    @Override
    public void attempted(int attempt, @Nullable ToolError failure, long elapsedNanos) {
        told.add("attempted " + attempt + " " + nameOf(failure));
        if (failure != null) {
            failures.add(failure);
        }
    }

    @Override
    public void abandoned(int attempt, int stillRunning) {
        told.add("abandoned " + attempt + ", running " + stillRunning);
    }

    @Override
    public void answeredLate(int attempt, @Nullable ToolError failure) {
        told.add("late " + attempt + " " + nameOf(failure));
    }

    private static String nameOf(@Nullable ToolError failure) {
        return failure == null ? "ok" : failure.code().value();
    }
}
