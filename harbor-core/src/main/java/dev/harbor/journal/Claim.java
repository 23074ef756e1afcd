package dev.harbor.journal;

import java.time.Instant;
import java.util.Objects;

/**
 * Is the right to append to a stream. A later claim of the same stream has a higher epoch, and what holds an older one can append no more.
 *
 * <p>Immutable.
 *
 * @param stream which stream
 * @param owner who holds it
 * @param epoch rises with every claim, 1 being the first
 * @param until when it may be claimed by others
 */
public record Claim(String stream, String owner, long epoch, Instant until) {

    /** Checks that nothing is missing. */
    public Claim {
        Objects.requireNonNull(stream, "stream");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(until, "until");
    }
}
