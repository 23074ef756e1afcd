package dev.harbor.journal;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what one can find a stream by. It is written in the same transaction as the records that it follows from.
 *
 * <p>Immutable.
 *
 * @param stream which stream
 * @param identity whose it is
 * @param state the state of what the stream records, 1 to 32 characters
 * @param wakeAt when somebody should look at it again, or null
 * @param keys further things to find it by, such as pause tokens; at most 64
 */
public record StreamHead(
        String stream,
        Identity identity,
        String state,
        @Nullable Instant wakeAt,
        Map<String, String> keys) {

    /** The most characters that the name of a stream may have. */
    public static final int MAX_STREAM_LENGTH = 256;

    /**
     * Checks the bounds and copies the map.
     *
     * @throws IllegalArgumentException if one is broken
     */
    public StreamHead {
        Objects.requireNonNull(stream, "stream");
        Identity.require(identity);
        keys = Map.copyOf(keys);
        if (stream.isEmpty() || stream.length() > MAX_STREAM_LENGTH) {
            throw new IllegalArgumentException("the name of a stream has 1 to " + MAX_STREAM_LENGTH + " characters");
        }
        if (state.isEmpty() || state.length() > 32) {
            throw new IllegalArgumentException("the state of a stream has 1 to 32 characters");
        }
        if (keys.size() > 64) {
            throw new IllegalArgumentException("a stream has at most 64 keys, got " + keys.size());
        }
    }
}
