package dev.harbor.durable;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Is the journal of a process that dies at one of its appends: before it is durable, or right after. From then on it answers nothing and gives no claim back,
 * as for a killed process. What is durable stays in the journal below, which other processes go on with.
 */
final class MortalJournal extends JournalView {

    private final Predicate<List<JournalEntry>> fatal;
    private final boolean after;
    private volatile boolean dead;

    private MortalJournal(Journal durable, Predicate<List<JournalEntry>> fatal, boolean after) {
        super(durable);
        this.fatal = fatal;
        this.after = after;
    }

    /** Returns the journal of a process that lives on. */
    static MortalJournal healthy(Journal durable) {
        return new MortalJournal(durable, entries -> false, false);
    }

    /** Returns the journal of a process that dies at an append, 1 being the first. */
    static MortalJournal dying(Journal durable, int deathAt, boolean after) {
        AtomicInteger appends = new AtomicInteger();
        return new MortalJournal(durable, entries -> appends.incrementAndGet() == deathAt, after);
    }

    /** Returns the journal of a process that dies before the first record of a type is durable. */
    static MortalJournal dyingBefore(Journal durable, String type) {
        return new MortalJournal(durable, entries -> has(entries, type), false);
    }

    /** Returns the journal of a process that dies when the first record of a type is durable. */
    static MortalJournal dyingAfter(Journal durable, String type) {
        return new MortalJournal(durable, entries -> has(entries, type), true);
    }

    private static boolean has(List<JournalEntry> entries, String type) {
        return entries.stream().anyMatch(entry -> entry.type().equals(type));
    }

    boolean isDead() {
        return dead;
    }

    @Override
    void check() {
        if (dead) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the process is dead");
        }
    }

    @Override
    public synchronized long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        check();
        boolean dies = fatal.test(entries);
        dead = dies && !after;
        long sequence = super.append(claim, expectedSequence, entries, head);
        dead = dies;
        check();
        return sequence;
    }

    @Override
    public void close() {
        dead = true;
    }
}
