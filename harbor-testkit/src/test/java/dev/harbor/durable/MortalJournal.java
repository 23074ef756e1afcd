package dev.harbor.durable;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Is the journal of a process that dies at one of its appends: before it is durable, or right after. From then on it answers nothing and gives no claim back,
 * as for a killed process. What is durable stays in the journal below, which other processes go on with.
 */
final class MortalJournal implements Journal {

    private final Journal durable;
    private final int deathAt;
    private final boolean after;
    private final AtomicInteger appends = new AtomicInteger();
    private volatile boolean dead;

    private MortalJournal(Journal durable, int deathAt, boolean after) {
        this.durable = durable;
        this.deathAt = deathAt;
        this.after = after;
    }

    /** Returns the journal of a process that lives on. */
    static MortalJournal healthy(Journal durable) {
        return new MortalJournal(durable, Integer.MAX_VALUE, false);
    }

    /** Returns the journal of a process that dies at an append, 1 being the first. */
    static MortalJournal dying(Journal durable, int deathAt, boolean after) {
        return new MortalJournal(durable, deathAt, after);
    }

    boolean isDead() {
        return dead;
    }

    /** Lets the process die now. */
    void kill() {
        dead = true;
    }

    private <T> T living(Supplier<T> action) {
        if (dead) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the process is dead");
        }
        return action.get();
    }

    @Override
    public synchronized long append(
            Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
        boolean dies = living(appends::incrementAndGet) == deathAt;
        if (dies && !after) {
            dead = true;
        }
        long sequence = living(() -> durable.append(claim, expectedSequence, entries, head));
        if (dies) {
            dead = true;
        }
        return living(() -> sequence);
    }

    @Override
    public Optional<Claim> claim(String stream, String owner, Duration lease) {
        return living(() -> durable.claim(stream, owner, lease));
    }

    @Override
    public Claim seize(String stream, String owner, Duration lease) {
        return living(() -> durable.seize(stream, owner, lease));
    }

    @Override
    public Claim renew(Claim claim, Duration lease) {
        return living(() -> durable.renew(claim, lease));
    }

    @Override
    public void release(Claim claim) {
        living(() -> {
            durable.release(claim);
            return claim;
        });
    }

    @Override
    public Stream<JournalRecord> read(String stream, long from) {
        return living(() -> durable.read(stream, from));
    }

    @Override
    public Optional<StreamInfo> info(String stream) {
        return living(() -> durable.info(stream));
    }

    @Override
    public List<StreamInfo> find(HeadQuery query) {
        return living(() -> durable.find(query));
    }

    @Override
    public boolean delete(String stream) {
        return living(() -> durable.delete(stream));
    }

    /** The journal below outlives the process. */
    @Override
    public void close() {
        dead = true;
    }
}
