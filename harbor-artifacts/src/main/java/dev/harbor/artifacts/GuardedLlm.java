package dev.harbor.artifacts;

import dev.harbor.error.ErrorCode;
import dev.harbor.event.ContextWindowExceeded;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.policy.ErrorClass;
import java.time.Instant;
import java.util.Objects;

/** Stands in front of a client: large media are stored, heavy content is refused, and only what is left is asked. Thread-safe. */
final class GuardedLlm implements LlmClient {

    private final LlmClient client;
    private final OffloadingSafety safety;
    private final GuardEvents events;
    private final MediaParts media;
    private final LeakCheck leaks;

    private GuardedLlm(LlmClient client, OffloadingSafety safety, GuardEvents events) {
        this.client = client;
        this.safety = safety;
        this.events = events;
        this.media = new MediaParts(safety, events);
        this.leaks = new LeakCheck(safety.thresholdBytes(), events);
    }

    static GuardedLlm of(LlmClient client, OffloadingSafety safety, GuardEvents events) {
        return new GuardedLlm(Objects.requireNonNull(client, "client"), safety, events);
    }

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        if (safety.isClosed()) {
            throw refused(ErrorCode.CLOSED, ErrorClass.PERMANENT, "the artifacts behind this model's guard are closed");
        }
        LlmRequest light = media.stored(request, call);
        leaks.require(light, call);
        requireWindow(light, call);
        return client.complete(light, alive(call));
    }

    private void requireWindow(LlmRequest request, LlmCall call) {
        ContextWindow window = safety.window();
        long estimated = window.estimate(request);
        if (window.isExceededBy(estimated)) {
            events.tell(at -> new ContextWindowExceeded(
                    call.provenance(request.model()), at, estimated, window.tokens(), window.reserve()));
            throw refused(
                    ErrorCode.CONTEXT_WINDOW_EXCEEDED,
                    ErrorClass.PERMANENT,
                    "the request has about " + estimated + " tokens; the model reads " + window.tokens() + ", of which "
                            + window.reserve() + " are kept free");
        }
    }

    private LlmCall alive(LlmCall call) {
        if (call.cancellation().isCancelled()) {
            throw refused(
                    ErrorCode.CANCELLED,
                    ErrorClass.PERMANENT,
                    "cancelled before the model was asked: "
                            + call.cancellation().reason());
        }
        Instant now = events.clock().instant();
        LlmCall timed = call.deadline().isPresent() ? call : call.deadline(now.plus(safety.modelTimeout()));
        if (timed.deadline().filter(deadline -> deadline.isAfter(now)).isEmpty()) {
            throw refused(
                    ErrorCode.DEADLINE_EXCEEDED, ErrorClass.TIMEOUT, "the time was over before the model was asked");
        }
        return timed;
    }

    private static LlmException refused(ErrorCode code, ErrorClass errorClass, String message) {
        return new LlmException(code, errorClass, message, null);
    }
}
