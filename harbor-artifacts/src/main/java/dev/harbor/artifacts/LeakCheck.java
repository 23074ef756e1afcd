package dev.harbor.artifacts;

import dev.harbor.event.ContextLeaked;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.ContextLeakException;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a request of which any piece is heavy: the parts of every role, the names in them, the schema of the answer, the name of the model. Data URLs were
 * measured by {@link MediaParts}. Thread-safe.
 */
final class LeakCheck {

    private final int threshold;
    private final GuardEvents events;

    LeakCheck(int threshold, GuardEvents events) {
        this.threshold = threshold;
        this.events = events;
    }

    /**
     * Looks at everything that would be sent.
     *
     * @throws ContextLeakException at the first piece that is heavy
     */
    void require(LlmRequest request, LlmCall call) {
        List<Message> messages = request.messages();
        for (int i = 0; i < messages.size(); i++) {
            List<Content> parts = messages.get(i).parts();
            for (int j = 0; j < parts.size(); j++) {
                require(parts.get(j), place(i, j), request, call);
            }
        }
        Json schema = request.responseFormat().schema();
        require(schema == null ? 0 : schema.sizeBytes(), "responseFormat.schema", request, call);
        require(request.model(), "model", request, call);
    }

    static String place(int message, int part) {
        return "messages[" + message + "].parts[" + part + "]";
    }

    private void require(Content part, String place, LlmRequest request, LlmCall call) {
        if (part instanceof Content.Media media) {
            require(media.mediaType(), place + ".mediaType", request, call);
            require(media.name(), place + ".name", request, call);
        } else if (part instanceof Content.Stub stub) {
            require(stub.sizeBytes(), place + ".stub", request, call);
        } else {
            require(part.sizeBytes(), place + ".text", request, call);
        }
    }

    private void require(@Nullable String text, String place, LlmRequest request, LlmCall call) {
        require(text == null ? 0 : Content.sizeBytes(text), place, request, call);
    }

    private void require(long bytes, String place, LlmRequest request, LlmCall call) {
        if (bytes >= threshold) {
            String model = "model".equals(place) ? null : request.model();
            events.tell(at -> new ContextLeaked(call.provenance(model), at, place, bytes, threshold));
            throw new ContextLeakException(place, bytes, threshold);
        }
    }
}
