package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutput.Block;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the blocks of an answer, which is code of the tool, where the tool itself runs and within the time of one more attempt of it: a stream that hangs
 * holds the caller no longer than the tool may. The answer of a tool with effects is taken along whole even if it came too late, as its value is; whatever
 * ends the call meanwhile ends the reading.
 */
final class BlockReading implements ShellCall {

    private final CallContext call;
    private final boolean onCaller;
    private final long deadlineNanos;
    private final Cancellation cancellation;

    private BlockReading(CallContext call, boolean insists, boolean onCaller) {
        this.call = call;
        this.onCaller = onCaller || call.nested();
        long now = call.services().shell().nanoTime().getAsLong();
        long deadline = call.latestNanos(now);
        this.deadlineNanos = insists && Nanos.until(now, deadline) <= 0 ? Long.MAX_VALUE : deadline;
        this.cancellation = insists && call.cancellation().isCancelled() ? Cancellation.create() : call.cancellation();
    }

    /** Stores all blocks, or says why that ended early. What the tool's streams or the store throw is for the caller to meet. */
    static ShellResult<StoredBlocks> of(CallContext call) {
        boolean insists = !call.tool().definition().effect().isReplayable();
        boolean interrupted = insists && Thread.interrupted();
        try {
            ShellResult<StoredBlocks> result = read(call, insists, false);
            return hadNoWorker(result) ? read(call, insists, true) : result;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ShellResult<StoredBlocks> read(CallContext call, boolean insists, boolean onCaller) {
        BlockStore store = new BlockStore(
                call.services().safety().artifacts(call.scope()), call.tool().name());
        AttemptShell shell = call.tool().blockShell(call.services().shell());
        List<Block> blocks = call.output().blocks();
        return shell.run(new BlockInvoker(store), blocks, new BlockReading(call, insists, onCaller));
    }

    /** What a tool has done may not be lost because all workers are busy. */
    private static boolean hadNoWorker(ShellResult<StoredBlocks> result) {
        return result instanceof ShellResult.Failed<StoredBlocks> failed
                && failed.error().code().equals(ErrorCode.OVERLOADED);
    }

    @Override
    public ToolContext context(int attempt, long limitNanos, Supplier<Cancellation> ofAttempt) {
        return call.context(call.attempts(), limitNanos, ofAttempt);
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
        return onCaller;
    }

    /** Reading is no attempt of the tool. */
    @Override
    public void attempted(int attempt, @Nullable ToolError failure, long elapsedNanos) {}

    @Override
    public void abandoned(int attempt, int stillRunning) {
        call.abandoned(call.attempts(), stillRunning);
    }

    @Override
    public void answeredLate(int attempt, @Nullable ToolError failure) {
        call.answeredLate(call.attempts(), failure);
    }
}
