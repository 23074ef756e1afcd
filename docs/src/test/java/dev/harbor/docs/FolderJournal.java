package dev.harbor.docs;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Keeps each stream in a file of a folder, for one process. Thread-safe. */
final class FolderJournal implements Journal {

    private final Path folder;
    private final Clock clock;
    private final ConcurrentNavigableMap<String, StreamFile> streams =
            new ConcurrentSkipListMap<>(StreamHead.NAME_ORDER);
    private volatile boolean closed;

    private FolderJournal(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Opens a folder, which is made unless it is there. */
    static FolderJournal open(Path folder, Clock clock) {
        FolderJournal journal = new FolderJournal(folder, clock);
        try {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(StreamFile::isOne).toList()) {
                    StreamFile.read(file).ifPresent(stream -> journal.streams.put(stream.name(), stream));
                }
            }
            return journal;
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the journal in " + folder + " can't be opened", e);
        }
    }

    // snippet: journal-claims
    @Override
    public Optional<Claim> claim(String stream, String owner, Duration lease) {
        Claim next = new Claim(stream, owner, 1, until(lease));
        return inStream(stream, file -> {
            Claim held = file.claim();
            if (held != null && held.isLive(clock.instant()) && !held.owner().equals(owner)) {
                return Optional.empty();
            }
            return Optional.of(file.hold(next, file.epoch() + 1));
        });
    }

    @Override
    public Claim seize(String stream, String owner, Duration lease) {
        Claim next = new Claim(stream, owner, 1, until(lease));
        return inStream(stream, file -> file.hold(next, file.epoch() + 1));
    }

    @Override
    public Claim renew(Claim claim, Duration lease) {
        Instant until = until(lease);
        return inStream(claim.stream(), file -> {
            file.requireLatest(claim);
            return file.hold(new Claim(claim.stream(), claim.owner(), 1, until), claim.epoch());
        });
    }

    @Override
    public void release(Claim claim) {
        inStream(claim.stream(), file -> {
            if (file.isLatest(claim)) {
                file.letGo();
            }
            return true;
        });
    }
    // end

    // snippet: journal-append
    @Override
    public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        List<JournalEntry> all = List.copyOf(entries);
        requireBounds(claim, expectedSequence, all, head);
        return inStream(claim.stream(), file -> {
            file.requireLatest(claim);
            file.requireEnd(expectedSequence);
            file.requireOwner(head.identity());
            return file.append(all, head);
        });
    }
    // end

    private static void requireBounds(Claim claim, long sequence, List<JournalEntry> entries, StreamHead head) {
        long bytes =
                entries.stream().mapToLong(entry -> entry.data().sizeBytes()).sum();
        require(head.stream().equals(claim.stream()), "the head is of another stream than the claim");
        require(sequence >= 0, "the expected sequence is 0 or more");
        require(entries.size() <= MAX_APPEND_RECORDS, "an append has at most " + MAX_APPEND_RECORDS + " records");
        require(bytes <= MAX_APPEND_BYTES, "an append has at most " + MAX_APPEND_BYTES + " bytes of data");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    // snippet: journal-read
    @Override
    public Stream<JournalRecord> read(String stream, long from) {
        require(from >= 1, "sequences start at 1");
        StreamFile file = open().get(stream);
        return file == null ? Stream.empty() : file.records(from);
    }

    @Override
    public Optional<StreamInfo> info(String stream) {
        StreamFile file = open().get(stream);
        return file == null ? Optional.empty() : file.info();
    }

    @Override
    public List<StreamInfo> find(HeadQuery query) {
        return open().tailMap(query.after(), false).values().stream()
                .flatMap(file -> file.info().stream())
                .filter(query::matches)
                .limit(query.limit())
                .toList();
    }

    @Override
    public boolean delete(String stream) {
        StreamFile file = open().get(stream);
        return file != null && file.inTurn(StreamFile::erase);
    }
    // end

    @Override
    public void close() {
        closed = true;
    }

    private <T> T inStream(String name, Function<StreamFile, T> action) {
        return open().computeIfAbsent(name, missing -> new StreamFile(folder, missing))
                .inTurn(action);
    }

    private ConcurrentNavigableMap<String, StreamFile> open() {
        if (closed) {
            throw new StoreException(ErrorCode.CLOSED, "the journal in " + folder + " is closed");
        }
        return streams;
    }

    private Instant until(Duration lease) {
        require(
                !lease.isZero() && !lease.isNegative() && lease.compareTo(MAX_LEASE) <= 0,
                "a lease is more than zero and at most " + MAX_LEASE);
        return clock.instant().plus(lease);
    }
}
