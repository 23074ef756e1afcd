package dev.harbor.journal;

import dev.harbor.identity.Identity;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is what one can find a stream by. It is written in the same transaction as the records that it follows from.
 *
 * <p>Texts are well-formed Unicode without NUL, so that every database can keep them.
 *
 * <p>Immutable.
 *
 * @param stream which stream, 1 to {@value #MAX_STREAM_LENGTH} characters
 * @param identity whose it is; never changes
 * @param state the state of what the stream records, 1 to {@value #MAX_STATE_LENGTH} characters
 * @param wakeAt when somebody should look at it again, or null
 * @param keys further things to find it by, such as pause tokens; at most {@value #MAX_KEYS}, of 1 to {@value #MAX_KEY_LENGTH} characters each and values
 *     of as many at most
 */
public record StreamHead(
        String stream,
        Identity identity,
        String state,
        @Nullable Instant wakeAt,
        Map<String, String> keys) {

    /** The most characters that the name of a stream may have. */
    public static final int MAX_STREAM_LENGTH = 512;

    /** The most characters that a state may have. */
    public static final int MAX_STATE_LENGTH = 32;

    /** The most keys that a stream may have. */
    public static final int MAX_KEYS = 64;

    /** The most characters that a key or its value may have. */
    public static final int MAX_KEY_LENGTH = 256;

    /** Orders the names of streams by code point, which is how databases compare the bytes of UTF-8. */
    public static final Comparator<String> NAME_ORDER = Names::compare;

    /**
     * Checks the bounds and copies the map.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     */
    public StreamHead {
        Names.check("the name of a stream", stream, 1, MAX_STREAM_LENGTH);
        Identity.require(identity);
        Names.check("the state of a stream", state, 1, MAX_STATE_LENGTH);
        keys = Map.copyOf(keys);
        if (keys.size() > MAX_KEYS) {
            throw new IllegalArgumentException("a stream has at most " + MAX_KEYS + " keys, got " + keys.size());
        }
        keys.forEach((key, value) -> {
            Names.check("a key of a stream", key, 1, MAX_KEY_LENGTH);
            Names.check("the value of a key", value, 0, MAX_KEY_LENGTH);
        });
    }

    /** Returns a head that has no wake-up time and no keys. */
    public static StreamHead of(String stream, Identity identity, String state) {
        return new StreamHead(stream, identity, state, null, Map.of());
    }

    /** Returns this head in another state. */
    public StreamHead state(String newState) {
        return new StreamHead(stream, identity, newState, wakeAt, keys);
    }

    /** Returns this head with another wake-up time, or none when it is null. */
    public StreamHead wakeAt(@Nullable Instant time) {
        return new StreamHead(stream, identity, state, time, keys);
    }

    /** Returns this head with other keys. */
    public StreamHead keys(Map<String, String> newKeys) {
        return new StreamHead(stream, identity, state, wakeAt, newKeys);
    }
}
