package dev.harbor.journal;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps streams of records. A stream is claimed by one owner at a time, grows at its end only, and is the only durable truth about what it records.
 *
 * <p>What every implementation guarantees: records and head are durable together when {@link #append} returns, or none of them is; a stale sequence or
 * epoch is refused with {@link ErrorCode#STALE_WRITE} and changes nothing; readers see whole appends; an append costs the size of its records, not of the
 * stream; after {@link #close} everything throws with {@link ErrorCode#CLOSED}.
 *
 * <p>Thread-safe. Every method may block on the medium, and none is called on a thread that a tool's deadline may interrupt.
 */
public interface Journal extends AutoCloseable {

    /**
     * Claims a stream, which need not exist yet. Succeeds when nobody holds it, its lease has run out, or the same owner holds it; each success has a
     * higher epoch than the one before. Empty when another owner holds it.
     *
     * @param lease how long others have to wait at least, more than zero
     * @throws StoreException if the medium fails
     */
    Optional<Claim> claim(String stream, String owner, Duration lease);

    /**
     * Takes a stream from whoever holds it, for cancelling. What the other still appends is refused.
     *
     * @throws StoreException if the medium fails
     */
    Claim seize(String stream, String owner, Duration lease);

    /**
     * Extends a claim and keeps its epoch.
     *
     * @throws StoreException with {@link ErrorCode#STALE_WRITE} if a higher epoch exists, or if the medium fails
     */
    Claim renew(Claim claim, Duration lease);

    /** Gives a claim up early; does nothing when a higher epoch exists. */
    void release(Claim claim);

    /**
     * Appends records and replaces the head, in one transaction.
     *
     * @param expectedSequence the sequence of the last record, 0 for a new stream
     * @param entries what to append; may be empty to replace the head alone
     * @return the sequence of the last record now
     * @throws StoreException with {@link ErrorCode#STALE_WRITE} if the sequence or the claim's epoch is not the latest, or if the medium fails
     */
    long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head);

    /**
     * Reads a stream from a sequence on, in order. The caller closes the result, which reads as it goes and need not fit into memory.
     *
     * @param from the first sequence wanted, 1 or more
     * @throws StoreException if the medium fails or a record is damaged; nothing is skipped
     */
    Stream<JournalRecord> read(String stream, long from);

    /** Returns the head of a stream; empty when there is none. */
    Optional<StreamHead> head(String stream);

    /** Returns the heads that a query selects, ordered by the name of the stream. */
    List<StreamHead> find(HeadQuery query);

    /** Removes a stream with its head and returns whether it was there. A later claim of the same name still has a higher epoch. */
    boolean delete(String stream);

    /** Releases what the journal holds. May be called more than once. */
    @Override
    void close();
}
