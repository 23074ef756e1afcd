package dev.harbor.tool;

import dev.harbor.error.ErrorCode;
import java.util.Optional;

/** Maps each arm of an outcome to its stable code. */
final class OutcomeCode<T> implements ToolOutcome.Visitor<T, Optional<ErrorCode>> {

    @Override
    public Optional<ErrorCode> success(ToolOutcome.Success<? extends T> outcome) {
        return Optional.empty();
    }

    @Override
    public Optional<ErrorCode> failure(ToolOutcome.Failure<? extends T> outcome) {
        return Optional.of(outcome.error().code());
    }

    @Override
    public Optional<ErrorCode> denied(ToolOutcome.Denied<? extends T> outcome) {
        return Optional.of(ErrorCode.DENIED);
    }

    @Override
    public Optional<ErrorCode> paused(ToolOutcome.Paused<? extends T> outcome) {
        return Optional.of(ErrorCode.PAUSED);
    }

    @Override
    public Optional<ErrorCode> unknown(ToolOutcome.Unknown<? extends T> outcome) {
        return Optional.of(ErrorCode.UNKNOWN_WRITE_OUTCOME);
    }

    @Override
    public Optional<ErrorCode> cancelled(ToolOutcome.Cancelled<? extends T> outcome) {
        return Optional.of(ErrorCode.CANCELLED);
    }
}
