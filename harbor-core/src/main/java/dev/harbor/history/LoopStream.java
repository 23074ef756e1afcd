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

/**
 * Appends the records of one loop to its stream and knows what they come to. It holds the claim of the stream: who takes it over fences this one.
 *
 * <p>Thread-safe.
 */
public final class LoopStream extends ClaimedStream<LoopHistory> {

    private final Clock clock;

    LoopStream(Journal journal, Clock clock, LoopHistory history, Claim claim) {
        super(journal, history, claim);
        this.clock = clock;
    }

    /**
     * Appends records and returns when they are durable; all of them are, or none is.
     *
     * @throws StoreException if the journal fails, or somebody else has taken the stream; once it was thrown with
     *     {@link ErrorCode#UNKNOWN_WRITE_OUTCOME}, this stream takes nothing more, and whoever opens the loop again finds what is there
     */
    public void append(Draft... drafts) {
        append(clock.instant(), List.of(drafts));
    }

    /** Appends records that were made at a moment; see {@link #append(Draft...)}. */
    public void append(Instant at, List<Draft> drafts) {
        lock.lock();
        try {
            if (isReleased()) {
                throw new StoreException(ErrorCode.STALE_WRITE, "the loop is not open here any more");
            }
            requireKnown();
            List<JournalEntry> entries =
                    drafts.stream().map(draft -> entry(at, draft)).toList();
            commit(history.sequence(), entries, head(drafts));
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
        return StreamHead.of(claim().stream(), history.identity(), ends ? LoopStore.ENDED : LoopStore.OPEN)
                .keys(keys);
    }

    @Override
    public String toString() {
        return "LoopStream[" + claim().stream() + ", " + claim().owner() + "]";
    }
}
