package dev.harbor.journal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what a journal knows about a stream without reading its records.
 *
 * <p>Immutable.
 *
 * @param head what was written last
 * @param sequence the sequence of the last record, 0 when there is none
 * @param claim the latest claim, which may have run out; null when there never was one or it was released
 */
public record StreamInfo(
        StreamHead head, long sequence, @Nullable Claim claim) {

    /** Checks that nothing mandatory is missing. */
    public StreamInfo {
        Objects.requireNonNull(head, "head");
        if (sequence < 0) {
            throw new IllegalArgumentException("the last sequence is 0 or more, got " + sequence);
        }
    }
}
