package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.MediaStored;
import dev.harbor.llm.Content;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.policy.ErrorClass;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Puts stubs in the place of large media. What counts is the size of the decoded bytes, so that a piece of media below the threshold passes although its data URL
 * is a third longer. Thread-safe.
 */
final class MediaParts {

    private static final String NAMESPACE = "llm.media";
    private static final String TASK_OUTSIDE_RUNS = "llm";
    private static final int MAX_NAME_LENGTH = 255;

    private final OffloadingSafety safety;
    private final GuardEvents events;

    MediaParts(OffloadingSafety safety, GuardEvents events) {
        this.safety = safety;
        this.events = events;
    }

    /**
     * Returns a request without large media; the given one is not changed.
     *
     * @throws LlmException with {@link ErrorCode#INVALID_CONTENT} if a data URL is none
     * @throws dev.harbor.error.StoreException if media can't be stored
     */
    LlmRequest stored(LlmRequest request, LlmCall call) {
        List<Message> messages = new ArrayList<>(request.messages());
        boolean changed = false;
        for (int i = 0; i < messages.size(); i++) {
            Message light = stored(messages.get(i), i, request, call);
            changed |= isAnother(messages.set(i, light), light);
        }
        return changed ? request.messages(messages) : request;
    }

    @SuppressWarnings(
            "ReferenceEquality") // what needed no change is the same object; comparing values would read all text
    private static boolean isAnother(Message before, Message after) {
        return before != after;
    }

    private Message stored(Message message, int number, LlmRequest request, LlmCall call) {
        List<Content> parts = new ArrayList<>(message.parts());
        boolean changed = false;
        for (int j = 0; j < parts.size(); j++) {
            if (parts.get(j) instanceof Content.Media media) {
                Content light = stored(media, LeakCheck.place(number, j), request, call);
                changed |= parts.set(j, light) != light;
            }
        }
        return changed ? new Message(message.role(), parts) : message;
    }

    private Content stored(Content.Media media, String place, LlmRequest request, LlmCall call) {
        try {
            DataUrl url = DataUrl.parse(media.dataUrl());
            if (url.decodedBytes() < safety.thresholdBytes()) {
                url.requireDecodable();
                return media;
            }
            ArtifactInfo info = put(media, url, place, call);
            events.tell(at -> new MediaStored(
                    call.provenance(request.model()), at, place, info.ref(), info.mediaType(), info.sizeBytes()));
            return new Content.Stub(stub(info));
        } catch (IOException e) {
            throw new LlmException(
                    ErrorCode.INVALID_CONTENT,
                    ErrorClass.PERMANENT,
                    place + ".dataUrl is not of the form data:<media type>;base64,<bytes>: " + e.getMessage(),
                    e);
        }
    }

    private ArtifactInfo put(Content.Media media, DataUrl url, String place, LlmCall call) throws IOException {
        String type =
                ArtifactOptions.isMediaType(media.mediaType()) ? media.mediaType() : ArtifactOptions.DEFAULT_MEDIA_TYPE;
        ArtifactOptions options =
                ArtifactOptions.of(type).namespace(NAMESPACE).source(Map.of("source", "llm", "place", place));
        String name = media.name();
        if (name != null) {
            options = options.filename(name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)));
        }
        ArtifactScope scope = new ArtifactScope(call.identity(), call.runId().orElse(TASK_OUTSIDE_RUNS));
        try (InputStream content = url.decode()) {
            return safety.artifacts(scope).put(content, options);
        }
    }

    private ArtifactStub stub(ArtifactInfo info) {
        String name = info.options().filename();
        String paired = name == null ? "" : name.replaceAll("\\p{Cs}", "\ufffd");
        return Stubs.of(info, safety.thresholdBytes(), room -> Escaped.prefix(paired, room));
    }
}
