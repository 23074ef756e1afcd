package dev.harbor.observability;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolArgumentsRefused;
import dev.harbor.event.ToolCancelled;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolDenied;
import dev.harbor.event.ToolFailure;
import dev.harbor.event.ToolPaused;
import dev.harbor.event.ToolRetriesExhausted;
import dev.harbor.event.ToolUnknown;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Is how a call has ended, whichever of the terminal events says so.
 *
 * @param outcome the kind of ending
 * @param error the stable code of what went wrong, or null
 * @param attempts how often the tool was invoked
 * @param elapsed how long the call took, or null when the tool was not reached
 * @param resultBytes the size of the result; 0 without one
 */
record Ended(
        CallProvenance call,
        String outcome,
        @Nullable String error,
        int attempts,
        @Nullable Duration elapsed,
        long resultBytes) {

    /** Returns the ending that an event tells of, or null when it tells of something else. */
    static @Nullable Ended of(HarborEvent event) {
        if (event instanceof ToolCompleted done) {
            return new Ended(done.call(), "success", null, done.attempts(), done.elapsed(), done.resultBytes());
        }
        if (event instanceof ToolFailure failed) {
            return ran(failed.call(), "failed", failed.error().code(), failed.attempts(), failed.elapsed());
        }
        if (event instanceof ToolRetriesExhausted failed) {
            return ran(failed.call(), "exhausted", failed.error().code(), failed.attempts(), failed.elapsed());
        }
        if (event instanceof ToolUnknown unknown) {
            return ran(unknown.call(), "unknown", unknown.error().code(), unknown.attempts(), unknown.elapsed());
        }
        if (event instanceof ToolCancelled stopped) {
            return new Ended(stopped.call(), "cancelled", null, stopped.attempts(), stopped.elapsed(), 0);
        }
        return notRun(event);
    }

    private static Ended ran(CallProvenance call, String outcome, ErrorCode code, int attempts, Duration elapsed) {
        return new Ended(call, outcome, code.value(), attempts, elapsed, 0);
    }

    private static @Nullable Ended notRun(HarborEvent event) {
        if (event instanceof ToolArgumentsRefused refused) {
            return new Ended(
                    refused.call(), "invalid_arguments", refused.error().code().value(), 0, null, 0);
        }
        if (event instanceof ToolDenied denied) {
            return new Ended(denied.call(), "denied", denied.code(), 0, null, 0);
        }
        return event instanceof ToolPaused paused ? new Ended(paused.call(), "paused", null, 0, null, 0) : null;
    }
}
