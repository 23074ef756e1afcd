package dev.harbor.durable;

import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Is a journal as one process sees it: closing it leaves the journal below to other processes. */
class JournalView implements Journal {

    private final Journal durable;

    JournalView(Journal durable) {
        this.durable = durable;
    }

    /** Is asked before anything is done; what it throws is what the process gets. */
    void check() {}

    private Journal checked() {
        check();
        return durable;
    }

    @Override
    public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        return checked().append(claim, expectedSequence, entries, head);
    }

    @Override
    public Optional<Claim> claim(String stream, String owner, Duration lease) {
        return checked().claim(stream, owner, lease);
    }

    @Override
    public Claim seize(String stream, String owner, Duration lease) {
        return checked().seize(stream, owner, lease);
    }

    @Override
    public Claim renew(Claim claim, Duration lease) {
        return checked().renew(claim, lease);
    }

    @Override
    public void release(Claim claim) {
        checked().release(claim);
    }

    @Override
    public Stream<JournalRecord> read(String stream, long from) {
        return checked().read(stream, from);
    }

    @Override
    public Optional<StreamInfo> info(String stream) {
        return checked().info(stream);
    }

    @Override
    public List<StreamInfo> find(HeadQuery query) {
        return checked().find(query);
    }

    @Override
    public boolean delete(String stream) {
        return checked().delete(stream);
    }

    @Override
    public void close() {}
}
