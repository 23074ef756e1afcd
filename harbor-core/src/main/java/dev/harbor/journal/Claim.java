package dev.harbor.journal;

import java.time.Instant;
import java.util.Objects;

/**
 * Is the right to append to a stream. A later claim of the same stream has a higher epoch, and what holds an older one can append no more.
 *
 * <p>Immutable.
 *
 * @param stream which stream, 1 to {@value StreamHead#MAX_STREAM_LENGTH} characters
 * @param owner who holds it, 1 to {@value #MAX_OWNER_LENGTH} characters
 * @param epoch 1 or more; rises with every claim of the stream, not necessarily by one
 * @param until when it may be claimed by others; a claim that nobody took over may be used and renewed even then
 */
public record Claim(String stream, String owner, long epoch, Instant until) {

    /** The most characters that the name of an owner may have. */
    public static final int MAX_OWNER_LENGTH = 256;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken
     */
    public Claim {
        checkNames(stream, owner);
        Objects.requireNonNull(until, "until");
        if (epoch < 1) {
            throw new IllegalArgumentException("the epoch of a claim is 1 or more, got " + epoch);
        }
    }

    /** Tells whether others have to wait at a moment. */
    public boolean isLive(Instant now) {
        return now.isBefore(until);
    }

    static void checkNames(String stream, String owner) {
        Names.check("the name of a stream", stream, 1, StreamHead.MAX_STREAM_LENGTH);
        Names.check("the owner of a claim", owner, 1, MAX_OWNER_LENGTH);
    }
}
