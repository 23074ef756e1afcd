package dev.harbor.journal;

import java.util.Objects;

/**
 * Is what was appended, at its place.
 *
 * <p>Immutable.
 *
 * @param sequence the place in the stream, 1 being the first
 * @param entry what was appended
 */
public record JournalRecord(long sequence, JournalEntry entry) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if the sequence is less than 1
     */
    public JournalRecord {
        Objects.requireNonNull(entry, "entry");
        if (sequence < 1) {
            throw new IllegalArgumentException("sequences start at 1, got " + sequence);
        }
    }
}
