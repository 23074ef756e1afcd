package dev.harbor.examples.quickstart;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.event.CallEvent;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.ToolArgumentsRefused;
import dev.harbor.event.ToolCancelled;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolDenied;
import dev.harbor.event.ToolFailure;
import dev.harbor.event.ToolPaused;
import dev.harbor.event.ToolRetriesExhausted;
import dev.harbor.event.ToolUnknown;
import dev.harbor.examples.quickstart.Terminal.Style;
import dev.harbor.tool.ToolError;
import java.time.Duration;
import java.util.Optional;

/**
 * How a call ended, as a line of the timeline shows it.
 *
 * @param attempts how often the tool was invoked
 * @param bytes the size of the result; -1 when there is none
 * @param artifacts how many artifacts the result became
 * @param note an artifact or a code
 * @param message why, in words; may be empty
 */
record Ended(
        CallProvenance call,
        Status status,
        int attempts,
        Duration elapsed,
        long bytes,
        int artifacts,
        String note,
        String message) {

    private static final int HASH_LENGTH = 8;

    enum Status {
        OK("ok", Style.GREEN),
        FAILED("failed", Style.RED),
        DENIED("denied", Style.YELLOW),
        WAITS("waits", Style.YELLOW),
        UNKNOWN("unknown", Style.RED),
        CANCELLED("stopped", Style.RED);

        private final String text;
        private final Style style;

        Status(String text, Style style) {
            this.text = text;
            this.style = style;
        }

        String text() {
            return text;
        }

        Style style() {
            return style;
        }
    }

    /** Reads an event; empty if the call has not ended with it. */
    static Optional<Ended> of(CallEvent event) {
        if (event instanceof ToolCompleted done) {
            return Optional.of(completed(done));
        }
        if (event instanceof ToolDenied denied) {
            return Optional.of(notInvoked(denied.call(), Status.DENIED, denied.code(), ""));
        }
        if (event instanceof ToolPaused paused) {
            return Optional.of(notInvoked(paused.call(), Status.WAITS, "", paused.reason()));
        }
        return failed(event);
    }

    private static Optional<Ended> failed(CallEvent event) {
        if (event instanceof ToolArgumentsRefused refused) {
            return Optional.of(failed(refused.call(), Status.FAILED, 0, Duration.ZERO, refused.error()));
        }
        if (event instanceof ToolFailure failure) {
            return Optional.of(
                    failed(failure.call(), Status.FAILED, failure.attempts(), failure.elapsed(), failure.error()));
        }
        if (event instanceof ToolRetriesExhausted failure) {
            return Optional.of(
                    failed(failure.call(), Status.FAILED, failure.attempts(), failure.elapsed(), failure.error()));
        }
        if (event instanceof ToolUnknown unknown) {
            return Optional.of(
                    failed(unknown.call(), Status.UNKNOWN, unknown.attempts(), unknown.elapsed(), unknown.error()));
        }
        return event instanceof ToolCancelled cancelled ? Optional.of(cancelled(cancelled)) : Optional.empty();
    }

    private static Ended completed(ToolCompleted done) {
        String artifact =
                done.artifacts().stream().findFirst().map(Ended::shorten).orElse("");
        return new Ended(
                done.call(),
                Status.OK,
                done.attempts(),
                done.elapsed(),
                done.resultBytes(),
                done.artifacts().size(),
                artifact,
                "");
    }

    private static String shorten(ArtifactRef ref) {
        return ArtifactRef.PREFIX + ref.sha256().substring(0, HASH_LENGTH);
    }

    private static Ended notInvoked(CallProvenance call, Status status, String note, String message) {
        return new Ended(call, status, 0, Duration.ZERO, -1, 0, note, message);
    }

    private static Ended failed(CallProvenance call, Status status, int attempts, Duration elapsed, ToolError error) {
        return new Ended(call, status, attempts, elapsed, -1, 0, error.code().value(), error.message());
    }

    private static Ended cancelled(ToolCancelled event) {
        return new Ended(event.call(), Status.CANCELLED, event.attempts(), event.elapsed(), -1, 0, "", event.reason());
    }
}
