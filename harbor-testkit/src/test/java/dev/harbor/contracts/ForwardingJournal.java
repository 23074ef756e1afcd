package dev.harbor.contracts;

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

/** A journal over a good one, for others to break. */
class ForwardingJournal implements Journal {

    final Journal good;

    ForwardingJournal(Journal good) {
        this.good = good;
    }

    @Override
    public Optional<Claim> claim(String stream, String owner, Duration lease) {
        return good.claim(stream, owner, lease);
    }

    @Override
    public Claim seize(String stream, String owner, Duration lease) {
        return good.seize(stream, owner, lease);
    }

    @Override
    public Claim renew(Claim claim, Duration lease) {
        return good.renew(claim, lease);
    }

    @Override
    public void release(Claim claim) {
        good.release(claim);
    }

    @Override
    public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        return good.append(claim, expectedSequence, entries, head);
    }

    @Override
    public Stream<JournalRecord> read(String stream, long from) {
        return good.read(stream, from);
    }

    @Override
    public Optional<StreamInfo> info(String stream) {
        return good.info(stream);
    }

    @Override
    public List<StreamInfo> find(HeadQuery query) {
        return good.find(query);
    }

    @Override
    public boolean delete(String stream) {
        return good.delete(stream);
    }

    @Override
    public void close() {
        good.close();
    }
}
