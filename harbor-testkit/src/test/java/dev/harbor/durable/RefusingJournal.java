package dev.harbor.durable;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Is a journal that refuses the first appends of a type of record and is well otherwise. */
final class RefusingJournal extends JournalView {

    private final String type;
    private final AtomicInteger left;

    RefusingJournal(Journal durable, String type, int times) {
        super(durable);
        this.type = type;
        this.left = new AtomicInteger(times);
    }

    @Override
    public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        boolean refused = entries.stream().anyMatch(entry -> entry.type().equals(type));
        if (refused && left.getAndDecrement() > 0) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the disk is full");
        }
        return super.append(claim, expectedSequence, entries, head);
    }
}
