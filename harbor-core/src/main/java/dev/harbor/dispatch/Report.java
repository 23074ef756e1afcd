package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolArgumentsRefused;
import dev.harbor.event.ToolCancelled;
import dev.harbor.event.ToolCompleted;
import dev.harbor.event.ToolDenied;
import dev.harbor.event.ToolFailure;
import dev.harbor.event.ToolPaused;
import dev.harbor.event.ToolRetriesExhausted;
import dev.harbor.event.ToolUnknown;
import dev.harbor.pause.PauseToken;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells how the call ended: one terminal event, and the cause of a failure once in the log. */
final class Report implements Stage {

    private static final Logger LOG = LoggerFactory.getLogger("dev.harbor.dispatch");

    /** Answers for the caller, which say nothing of the state of a tool. */
    private static final Set<ErrorCode> QUIET = Set.of(ErrorCode.INVALID_ARGUMENTS, ErrorCode.INPUT_REQUIRED);

    @Override
    public String name() {
        return "report";
    }

    @Override
    public boolean concerns(CallContext call) {
        return true;
    }

    @Override
    public void apply(CallContext call) {
        log(call);
        if (call.request().identity != null) {
            call.services().content().tell(call, call.outcome());
            call.emit(event(call, call.outcome()));
        }
    }

    private static void log(CallContext call) {
        ToolError error = errorOf(call.outcome());
        if (error == null || QUIET.contains(error.code())) {
            return;
        }
        if (error.cause() == null) {
            LOG.debug(
                    "call {} of {} ended with {} after {} attempts",
                    call.callId(),
                    call.info().tool(),
                    error.code(),
                    call.attempts());
        } else if (error.code().equals(ErrorCode.INTERNAL_ERROR)) {
            LOG.error(
                    "call {} of {} met a fault after {} attempts",
                    call.callId(),
                    call.info().tool(),
                    call.attempts(),
                    RedactedCause.of(error.cause()));
        } else {
            LOG.warn(
                    "call {} of {} ended with {} after {} attempts",
                    call.callId(),
                    call.info().tool(),
                    error.code(),
                    call.attempts(),
                    RedactedCause.of(error.cause()));
        }
    }

    private static @Nullable ToolError errorOf(ToolOutcome<Object> outcome) {
        if (outcome instanceof ToolOutcome.Failure<Object> failure) {
            return failure.error();
        }
        return outcome instanceof ToolOutcome.Unknown<Object> unknown ? unknown.error() : null;
    }

    private static HarborEvent event(CallContext call, ToolOutcome<Object> outcome) {
        return outcome.accept(new Telling(call));
    }

    private record Telling(CallContext call) implements ToolOutcome.Visitor<Object, HarborEvent> {

        @Override
        public HarborEvent success(ToolOutcome.Success<?> success) {
            return new ToolCompleted(
                    call.provenance(),
                    call.now(),
                    call.attempts(),
                    success.call().elapsed(),
                    call.resultBytes(),
                    stored(success),
                    success.repairs());
        }

        @Override
        public HarborEvent failure(ToolOutcome.Failure<?> failure) {
            ToolError error = failure.error();
            if (error.code().equals(ErrorCode.INVALID_ARGUMENTS)) {
                return new ToolArgumentsRefused(call.provenance(), call.now(), error);
            }
            return call.isExhausted()
                    ? new ToolRetriesExhausted(
                            call.provenance(),
                            call.now(),
                            call.attempts(),
                            failure.call().elapsed(),
                            error)
                    : new ToolFailure(
                            call.provenance(),
                            call.now(),
                            call.attempts(),
                            failure.call().elapsed(),
                            error);
        }

        @Override
        public HarborEvent denied(ToolOutcome.Denied<?> denied) {
            return new ToolDenied(call.provenance(), call.now(), denied.code());
        }

        @Override
        public HarborEvent paused(ToolOutcome.Paused<?> paused) {
            return new ToolPaused(
                    call.provenance(), call.now(), PauseToken.of(paused.token()).id(), paused.kind());
        }

        @Override
        public HarborEvent unknown(ToolOutcome.Unknown<?> unknown) {
            return new ToolUnknown(
                    call.provenance(),
                    call.now(),
                    call.attempts(),
                    unknown.call().elapsed(),
                    unknown.error());
        }

        @Override
        public HarborEvent cancelled(ToolOutcome.Cancelled<?> cancelled) {
            return new ToolCancelled(
                    call.provenance(),
                    call.now(),
                    call.attempts(),
                    cancelled.call().elapsed(),
                    cancelled.reason());
        }

        private static List<ArtifactRef> stored(ToolOutcome.Success<?> success) {
            boolean offloaded = success.content() instanceof ToolContent.Offloaded;
            if (!offloaded && success.attachments().isEmpty()) {
                return List.of();
            }
            List<ArtifactRef> refs = new ArrayList<>();
            if (success.content() instanceof ToolContent.Offloaded heavy) {
                refs.add(heavy.stub().ref());
            }
            success.attachments().stream().map(ArtifactStub::ref).forEach(refs::add);
            return refs;
        }
    }
}
