package dev.harbor.journal;

import java.util.List;

/** Is an append whose bounds are checked and whose list nobody can change any more. */
record Append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {

    /** What a record takes beside its data, roughly. */
    static final int RECORD_BYTES = 128;

    Append {
        entries = List.copyOf(entries);
        if (expectedSequence < 0) {
            throw new IllegalArgumentException("the expected sequence is 0 or more, got " + expectedSequence);
        }
        if (!head.stream().equals(claim.stream())) {
            throw new IllegalArgumentException(
                    "the claim is of stream '" + claim.stream() + "', the head of '" + head.stream() + "'");
        }
        if (entries.size() > Journal.MAX_APPEND_RECORDS) {
            throw new IllegalArgumentException("an append has at most " + Journal.MAX_APPEND_RECORDS + " records, got "
                    + entries.size() + " for stream '" + claim.stream() + "'");
        }
        if (dataBytes(entries) > Journal.MAX_APPEND_BYTES) {
            throw new IllegalArgumentException("an append has at most " + Journal.MAX_APPEND_BYTES
                    + " bytes of data, got " + dataBytes(entries) + " for stream '" + claim.stream() + "'");
        }
    }

    /** Returns what the append takes in memory. */
    long heldBytes() {
        return dataBytes(entries) + (long) RECORD_BYTES * entries.size();
    }

    private static long dataBytes(List<JournalEntry> entries) {
        return entries.stream().mapToLong(entry -> entry.data().sizeBytes()).sum();
    }
}
