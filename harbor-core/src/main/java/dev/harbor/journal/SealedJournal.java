package dev.harbor.journal;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.seal.SealingKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Seals the data of records on their way into another journal, so that arguments and results can't be read or changed where they lie. Each record is bound to
 * its stream, place, type, version and time: moved, swapped or altered, it is refused. In clear stay what streams are found by (names, identities, states,
 * wake-up times, keys) and the types and times of records.
 *
 * <p>Data is compressed first. Text that compresses badly takes up to a third more room than unsealed, so a record close to
 * {@value JournalEntry#MAX_DATA_BYTES} bytes of it may be refused for its size. A journal is sealed from its first record on: one that is not is refused.
 * ADR 33.
 *
 * <p>Thread-safe.
 */
public final class SealedJournal implements Journal {

    private final Journal journal;
    private final SealedData data;

    private SealedJournal(Journal journal, SealedData data) {
        this.journal = journal;
        this.data = data;
    }

    /** Returns a journal that keeps its streams in another, sealed. Closing it closes the other. */
    public static SealedJournal over(Journal journal, SealingKeys keys) {
        return new SealedJournal(
                Objects.requireNonNull(journal, "journal"), new SealedData(Objects.requireNonNull(keys, "keys")));
    }

    @Override
    public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        Append append = new Append(claim, expectedSequence, entries, head);
        List<JournalEntry> sealed = new ArrayList<>();
        for (JournalEntry entry : append.entries()) {
            sealed.add(data.seal(entry, claim.stream(), expectedSequence + sealed.size() + 1));
        }
        return journal.append(claim, expectedSequence, sealed, head);
    }

    @Override
    public Stream<JournalRecord> read(String stream, long from) {
        return journal.read(stream, from).map(record -> open(stream, record));
    }

    private JournalRecord open(String stream, JournalRecord record) {
        try {
            return new JournalRecord(record.sequence(), data.open(record.entry(), stream, record.sequence()));
        } catch (StoreException e) {
            String where = "record " + record.sequence() + " of stream '" + stream + "': " + e.getMessage();
            throw new StoreException(ErrorCode.SEAL_BROKEN, where, e);
        }
    }

    @Override
    public Optional<Claim> claim(String stream, String owner, Duration lease) {
        return journal.claim(stream, owner, lease);
    }

    @Override
    public Claim seize(String stream, String owner, Duration lease) {
        return journal.seize(stream, owner, lease);
    }

    @Override
    public Claim renew(Claim claim, Duration lease) {
        return journal.renew(claim, lease);
    }

    @Override
    public void release(Claim claim) {
        journal.release(claim);
    }

    @Override
    public Optional<StreamInfo> info(String stream) {
        return journal.info(stream);
    }

    @Override
    public List<StreamInfo> find(HeadQuery query) {
        return journal.find(query);
    }

    @Override
    public boolean delete(String stream) {
        return journal.delete(stream);
    }

    @Override
    public void close() {
        journal.close();
    }
}
