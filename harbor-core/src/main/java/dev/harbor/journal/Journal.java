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
 * stream; what does not go with its bounds is refused with {@link IllegalArgumentException} and changes nothing; after {@link #close} everything but
 * {@code close} throws with {@link ErrorCode#CLOSED}. Leases are measured by the journal's own clock.
 *
 * <p>Thread-safe. Every method may block on the medium, and none is called on a thread that a tool's deadline may interrupt.
 */
public interface Journal extends AutoCloseable {

    /** The most records of one append. */
    int MAX_APPEND_RECORDS = 1024;

    /** The most bytes of data in one append. */
    long MAX_APPEND_BYTES = 16L << 20;

    /** The longest lease. */
    Duration MAX_LEASE = Duration.ofDays(1);

    /**
     * Claims a stream, which need not exist yet. Succeeds when nobody holds it, its lease has run out, or the same owner holds it; each success has a
     * higher epoch than every claim of that name before, deleted streams included. Empty when another owner holds it.
     *
     * <p>The owner's name decides who counts as the same: a name that survives a restart lets a process take its streams back at once, and then its threads
     * have to agree on who claims; a name per drive keeps even two threads of one process apart.
     *
     * @param stream the name, 1 to {@value StreamHead#MAX_STREAM_LENGTH} characters
     * @param owner who claims, 1 to {@value Claim#MAX_OWNER_LENGTH} characters
     * @param lease how long others have to wait at least, more than zero and at most {@link #MAX_LEASE}
     * @throws StoreException if the medium fails
     */
    Optional<Claim> claim(String stream, String owner, Duration lease);

    /**
     * Takes a stream from whoever holds it, for cancelling. What the other still appends is refused.
     *
     * @param lease how long others have to wait at least, more than zero and at most {@link #MAX_LEASE}
     * @throws StoreException if the medium fails
     */
    Claim seize(String stream, String owner, Duration lease);

    /**
     * Extends a claim and keeps its epoch, even one whose lease has run out while nobody took it over.
     *
     * @param lease how long others have to wait from now at least, more than zero and at most {@link #MAX_LEASE}
     * @throws StoreException with {@link ErrorCode#STALE_WRITE} if it is not the latest claim of the stream or was released, or if the medium fails
     */
    Claim renew(Claim claim, Duration lease);

    /**
     * Gives a claim up early, so that others need not wait; it can append no more. Does nothing when it is not the latest claim of the stream.
     *
     * @throws StoreException if the medium fails
     */
    void release(Claim claim);

    /**
     * Appends records and replaces the head, in one transaction. A head alone, without records, makes or changes a stream too. Does not need the lease to be
     * live: it is the epoch that fences.
     *
     * @param expectedSequence the sequence of the last record, 0 for a new stream
     * @param entries what to append, at most {@value #MAX_APPEND_RECORDS} with {@value #MAX_APPEND_BYTES} bytes of data together
     * @param head names the claimed stream, and the identity that the stream was made for
     * @return the sequence of the last record now
     * @throws StoreException with {@link ErrorCode#STALE_WRITE} if the sequence is not the last, or the claim is not the latest or was released; with
     *     {@link ErrorCode#QUOTA_EXCEEDED} if there is no room; with {@link ErrorCode#UNKNOWN_WRITE_OUTCOME} if the medium was lost and nobody can tell
     *     whether it was done, which reading the stream later does; or if the medium fails
     */
    long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head);

    /**
     * Reads a stream from a sequence on, in order: everything appended before this call, and perhaps later appends, each whole. The caller closes the
     * result, which reads as it goes and need not fit into memory. Empty when there is no such stream or it ends before.
     *
     * @param from the first sequence wanted, 1 or more
     * @throws StoreException if the medium fails or a record is damaged, from here or from the result while it is read; nothing is skipped
     */
    Stream<JournalRecord> read(String stream, long from);

    /**
     * Returns what is known about a stream; empty when nothing was appended to it.
     *
     * @throws StoreException if the medium fails
     */
    Optional<StreamInfo> info(String stream);

    /**
     * Returns the streams that a query selects, in the {@linkplain StreamHead#NAME_ORDER order of their names}, the first {@link HeadQuery#limit()} of
     * them.
     *
     * @throws StoreException if the medium fails
     */
    List<StreamInfo> find(HeadQuery query);

    /**
     * Removes a stream with its head and whatever claim it has, and returns whether it was there. Whoever held it can append no more.
     *
     * @throws StoreException if the medium fails
     */
    boolean delete(String stream);

    /** Releases what the journal holds. May be called more than once. */
    @Override
    void close();
}
