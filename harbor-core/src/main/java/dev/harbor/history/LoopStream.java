package dev.harbor.history;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.Records.Draft;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends the records of one loop to its stream and knows what they come to. It holds the claim of the stream: who takes it over fences this one.
 *
 * <p>Thread-safe.
 */
public final class LoopStream implements Leased {

    private static final Logger LOG = LoggerFactory.getLogger(LoopStream.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Journal journal;
    private final Clock clock;
    private final LoopHistory history;
    private Claim claim;
    private boolean released;

    LoopStream(Journal journal, Clock clock, LoopHistory history, Claim claim) {
        this.journal = journal;
        this.clock = clock;
        this.history = history;
        this.claim = claim;
    }

    /**
     * Appends records and returns when they are durable; all of them are, or none is.
     *
     * @throws StoreException if the journal fails, or somebody else has taken the stream
     */
    public void append(Draft... drafts) {
        append(clock.instant(), List.of(drafts));
    }

    /** Appends records that were made at a moment; see {@link #append(Draft...)}. */
    public void append(Instant at, List<Draft> drafts) {
        lock.lock();
        try {
            if (released) {
                throw new StoreException(ErrorCode.STALE_WRITE, "the loop is not open here any more");
            }
            List<JournalEntry> entries =
                    drafts.stream().map(draft -> entry(at, draft)).toList();
            journal.append(claim, history.sequence(), entries, head(drafts));
            entries.forEach(entry -> history.add(new JournalRecord(history.sequence() + 1, entry)));
        } finally {
            lock.unlock();
        }
    }

    private static JournalEntry entry(Instant at, Draft draft) {
        return new JournalEntry(draft.type(), LoopRecordType.VERSION, at, Json.of(draft.data()));
    }

    private StreamHead head(List<Draft> drafts) {
        boolean ends = drafts.stream().anyMatch(draft -> draft.type().equals(LoopRecordType.ENDED));
        Map<String, String> keys = Map.of(LoopStore.LOOP, LoopStore.idOf(history, drafts));
        return StreamHead.of(claim.stream(), history.identity(), ends ? LoopStore.ENDED : LoopStore.OPEN)
                .keys(keys);
    }

    /** Reads what the records come to. Nobody appends meanwhile. */
    public <T> T read(Function<LoopHistory, T> question) {
        lock.lock();
        try {
            return question.apply(history);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void renew() {
        lock.lock();
        try {
            if (!released) {
                claim = journal.renew(claim, RunStream.LEASE);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives the claim up; nothing can be appended any more. A claim that the journal does not take back runs out. May be called more than once. */
    public void release() {
        lock.lock();
        try {
            if (!released) {
                released = true;
                journal.release(claim);
            }
        } catch (StoreException e) {
            LOG.warn("the claim of {} could not be given up, others have to wait for it to run out", this, e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "LoopStream[" + claim.stream() + ", " + claim.owner() + "]";
    }
}
