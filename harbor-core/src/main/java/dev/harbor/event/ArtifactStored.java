package dev.harbor.event;

import dev.harbor.artifact.ArtifactRef;
import java.time.Instant;
import java.util.Objects;

/**
 * Something that a call made was stored as an artifact.
 *
 * <p>Immutable.
 *
 * @param call which call
 * @param at when
 * @param artifact the content address
 * @param mediaType the media type
 * @param sizeBytes the size
 */
public record ArtifactStored(CallProvenance call, Instant at, ArtifactRef artifact, String mediaType, long sizeBytes)
        implements CallEvent {

    /** The name of this kind of event. */
    public static final String TYPE = "artifact.stored";

    /** Checks that nothing is missing. */
    public ArtifactStored {
        Objects.requireNonNull(call, "call");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(artifact, "artifact");
        Objects.requireNonNull(mediaType, "mediaType");
    }

    @Override
    public String type() {
        return TYPE;
    }
}
