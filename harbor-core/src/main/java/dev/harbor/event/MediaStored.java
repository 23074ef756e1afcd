package dev.harbor.event;

import dev.harbor.artifact.ArtifactRef;
import java.time.Instant;
import java.util.Objects;

/**
 * A picture, a sound or a file in a request to a model was too large and was stored; its stub took its place.
 *
 * <p>Immutable.
 *
 * @param call on whose behalf
 * @param at when
 * @param where the place in the request, such as {@code messages[2].parts[0]}
 * @param artifact the content address
 * @param mediaType the media type
 * @param sizeBytes the size of the decoded content
 */
public record MediaStored(
        LlmProvenance call, Instant at, String where, ArtifactRef artifact, String mediaType, long sizeBytes)
        implements LlmEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "llm.media_stored";

    /** Checks that nothing is missing. */
    public MediaStored {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(where, "where");
        Objects.requireNonNull(artifact, "artifact");
        Objects.requireNonNull(mediaType, "mediaType");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
