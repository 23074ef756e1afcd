package dev.harbor.journal;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Keeps streams in the memory of this process, for tests and for runs that may be lost with it. It is never chosen silently: ask for it by name.
 *
 * <p>It holds every record until its stream is deleted, and refuses appends with {@link ErrorCode#QUOTA_EXCEEDED} that would go over its limit. An
 * append costs the size of its records; {@link #find} looks at every stream.
 *
 * <p>Thread-safe. Blocks on nothing but other calls for the same stream.
 */
public final class InMemoryJournal implements Journal {

    /** The most bytes that are held when nothing is said: {@value}. */
    public static final long DEFAULT_MAX_BYTES = 256L << 20;

    private final Clock clock;
    private final Room room;
    private final AtomicLong epochs = new AtomicLong();
    private final ConcurrentNavigableMap<String, MemoryStream> streams =
            new ConcurrentSkipListMap<>(StreamHead.NAME_ORDER);
    private volatile boolean closed;

    private InMemoryJournal(Clock clock, long maxBytes) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.room = new Room(maxBytes);
    }

    /** Returns an empty journal with the clock of the machine and a limit of {@value #DEFAULT_MAX_BYTES} bytes. */
    public static InMemoryJournal create() {
        return create(Clock.systemUTC());
    }

    /** Returns an empty journal that measures leases by a clock, with a limit of {@value #DEFAULT_MAX_BYTES} bytes. */
    public static InMemoryJournal create(Clock clock) {
        return create(clock, DEFAULT_MAX_BYTES);
    }

    /**
     * Returns an empty journal.
     *
     * @param clock measures leases
     * @param maxBytes the most bytes to hold, 1 or more; counted are the data of records and {@value Append#RECORD_BYTES} bytes for each record
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public static InMemoryJournal create(Clock clock, long maxBytes) {
        return new InMemoryJournal(clock, maxBytes);
    }

    @Override
    public Optional<Claim> claim(String stream, String owner, Duration lease) {
        Claim.checkNames(stream, owner);
        Instant now = clock.instant();
        Instant until = until(now, lease);
        return inStream(stream, each -> each.claim(stream, owner, now, until, epochs::incrementAndGet));
    }

    @Override
    public Claim seize(String stream, String owner, Duration lease) {
        Claim.checkNames(stream, owner);
        Instant until = until(clock.instant(), lease);
        return inStream(stream, each -> each.seize(stream, owner, until, epochs::incrementAndGet));
    }

    @Override
    public Claim renew(Claim claim, Duration lease) {
        Instant until = until(clock.instant(), lease);
        return inStream(claim.stream(), each -> each.renew(claim, until));
    }

    @Override
    public void release(Claim claim) {
        inStream(claim.stream(), each -> each.release(claim));
    }

    @Override
    public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        Append append = new Append(claim, expectedSequence, entries, head);
        return inStream(claim.stream(), each -> each.append(append, room));
    }

    @Override
    public Stream<JournalRecord> read(String stream, long from) {
        if (from < 1) {
            throw new IllegalArgumentException("sequences start at 1, can't read from " + from);
        }
        MemoryStream found = open().get(stream);
        return found == null ? Stream.empty() : found.read(from);
    }

    @Override
    public Optional<StreamInfo> info(String stream) {
        MemoryStream found = open().get(stream);
        return found == null ? Optional.empty() : found.info();
    }

    @Override
    public List<StreamInfo> find(HeadQuery query) {
        return open().tailMap(query.after(), false).values().stream()
                .flatMap(each -> each.info().stream())
                .filter(query::matches)
                .limit(query.limit())
                .toList();
    }

    @Override
    public boolean delete(String stream) {
        return inStream(stream, each -> each.clear(room));
    }

    @Override
    public void close() {
        closed = true;
        streams.clear();
    }

    /** Returns how many streams take memory, claimed ones included. */
    int heldStreams() {
        return streams.size();
    }

    private ConcurrentNavigableMap<String, MemoryStream> open() {
        if (closed) {
            throw new StoreException(ErrorCode.CLOSED, "the journal in memory is closed");
        }
        return streams;
    }

    /** Runs an action that has the stream to itself, and forgets a stream that is left without a head and a claim. */
    private <T> T inStream(String name, Function<MemoryStream, T> action) {
        while (true) {
            MemoryStream stream = open().computeIfAbsent(name, each -> new MemoryStream());
            synchronized (stream) {
                if (!stream.isForgotten()) {
                    try {
                        return action.apply(stream);
                    } finally {
                        forgetIfEmpty(name, stream);
                    }
                }
            }
        }
    }

    private void forgetIfEmpty(String name, MemoryStream stream) {
        if (stream.isEmpty()) {
            stream.forget();
            streams.remove(name, stream);
        }
    }

    private static Instant until(Instant now, Duration lease) {
        if (lease.isZero() || lease.isNegative() || lease.compareTo(MAX_LEASE) > 0) {
            throw new IllegalArgumentException("a lease is more than zero and at most " + MAX_LEASE + ", got " + lease);
        }
        return now.plus(lease);
    }
}
