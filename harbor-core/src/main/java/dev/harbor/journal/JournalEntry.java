package dev.harbor.journal;

import dev.harbor.json.Json;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Is what is to be appended.
 *
 * <p>Immutable.
 *
 * @param type what kind of record it is, such as {@code call.intended}; 1 to 64 characters of {@code [a-z0-9._]}
 * @param version the version of the data's shape, 1 or more
 * @param at when, kept to the nanosecond
 * @param data an object of at most {@value #MAX_DATA_BYTES} bytes, kept byte by byte
 */
public record JournalEntry(String type, int version, Instant at, Json data) {

    /** The most bytes that the data of one record may have. */
    public static final int MAX_DATA_BYTES = 4 << 20;

    private static final Pattern TYPE = Pattern.compile("[a-z0-9._]{1,64}");

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     * @throws dev.harbor.json.MalformedJsonException if the data is not JSON
     */
    public JournalEntry {
        Objects.requireNonNull(at, "at");
        if (!TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException("a record type must match " + TYPE.pattern());
        }
        if (version < 1) {
            throw new IllegalArgumentException("the version of a '" + type + "' record is 1 or more, got " + version);
        }
        if (data.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException(
                    "the data of a '" + type + "' record must be an object, got " + data.kind());
        }
        if (data.sizeBytes() > MAX_DATA_BYTES) {
            throw new IllegalArgumentException("the data of a '" + type + "' record has " + data.sizeBytes()
                    + " bytes, allowed are " + MAX_DATA_BYTES);
        }
    }
}
