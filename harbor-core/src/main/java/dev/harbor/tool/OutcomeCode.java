package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Maps each arm of an outcome to its stable code. */
final class OutcomeCode<T> implements ToolOutcome.Visitor<T, @Nullable ErrorCode> {

    @Override
    @SuppressWarnings("NullAway") // NullAway sees that the type argument is nullable only on newer JDKs
    public @Nullable ErrorCode success(ToolOutcome.Success<? extends T> outcome) {
        return null;
    }

    @Override
    public ErrorCode failure(ToolOutcome.Failure<? extends T> outcome) {
        return outcome.error().code();
    }

    @Override
    public ErrorCode denied(ToolOutcome.Denied<? extends T> outcome) {
        return ErrorCode.DENIED;
    }

    @Override
    public ErrorCode paused(ToolOutcome.Paused<? extends T> outcome) {
        return ErrorCode.PAUSED;
    }

    @Override
    public ErrorCode unknown(ToolOutcome.Unknown<? extends T> outcome) {
        return ErrorCode.UNKNOWN_WRITE_OUTCOME;
    }

    @Override
    public ErrorCode cancelled(ToolOutcome.Cancelled<? extends T> outcome) {
        return ErrorCode.CANCELLED;
    }
}
