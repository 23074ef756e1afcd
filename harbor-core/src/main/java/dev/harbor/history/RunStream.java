package dev.harbor.history;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.Records.Draft;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.run.RunState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Appends the records of one root run and its child runs to their stream, one append at a time, and knows what they come to. It holds the claim of the
 * stream: who takes it over fences this one.
 *
 * <p>Thread-safe.
 */
public final class RunStream extends ClaimedStream<RunHistory> {

    /** How long a process that has died keeps others waiting. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    private final RunIdentity run;
    private final Clock clock;
    private final @Nullable RunArtifacts artifacts;

    RunStream(
            Journal journal,
            RunIdentity run,
            Clock clock,
            RunHistory history,
            Claim claim,
            @Nullable RunArtifacts artifacts) {
        super(journal, history, claim);
        this.run = run;
        this.clock = clock;
        this.artifacts = artifacts;
    }

    /** Returns which run the stream is of. */
    public RunIdentity run() {
        return run;
    }

    /**
     * Appends records and returns when they are durable; all of them are, or none is. Before, what is heavy among their observations is stored, and the artifacts
     * that they name become the run's own.
     *
     * @throws StoreException if the journal fails, somebody else has taken the stream, or the records do not follow from those before; once it was thrown with
     *     {@link ErrorCode#UNKNOWN_WRITE_OUTCOME}, this stream takes nothing more, and whoever opens the run again finds what is there
     */
    public void append(Draft... drafts) {
        append(List.of(drafts));
    }

    /** Appends records; see {@link #append(Draft...)}. */
    public void append(List<Draft> drafts) {
        append(drafts, history -> List.of());
    }

    /**
     * Appends records, and after them what a look at the history asks for, in one step: nobody appends between the look and the append.
     *
     * @param last makes the last records of what there is before; it is asked under a lock and returns at once, and what it makes is light and names no artifact
     *     that the run does not have
     * @throws StoreException as {@link #append(Draft...)} does
     */
    public void append(List<Draft> first, Function<RunHistory, List<Draft>> last) {
        List<Draft> ready = prepared(first);
        lock.lock();
        try {
            List<Draft> drafts = new ArrayList<>(ready);
            drafts.addAll(last.apply(history));
            write(drafts);
        } finally {
            lock.unlock();
        }
    }

    /** Appends records that follow from what is on record, between which and the append nobody else appends; see {@link #append(Draft...)}. */
    public void append(Function<RunHistory, List<Draft>> what) {
        if (!appendIfHeld(what)) {
            throw given();
        }
    }

    /** Appends like {@link #append(Function)} unless the claim was given up; returns whether it was not. */
    public boolean appendIfHeld(Function<RunHistory, List<Draft>> what) {
        // What the records name is seen to outside the lock; whoever was overtaken meanwhile looks again.
        while (true) {
            Look look = read(known -> new Look(known.sequence(), what.apply(known)));
            List<Draft> ready = prepared(look.drafts());
            lock.lock();
            try {
                if (isReleased()) {
                    return false;
                }
                if (history.sequence() == look.sequence()) {
                    write(ready);
                    return true;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private record Look(long sequence, List<Draft> drafts) {}

    private List<Draft> prepared(List<Draft> drafts) {
        return artifacts == null ? drafts : artifacts.prepare(run.identity(), drafts);
    }

    private void write(List<Draft> drafts) {
        if (drafts.isEmpty()) {
            return;
        }
        requireHeld();
        List<JournalEntry> entries = new ArrayList<>(drafts.size());
        drafts.forEach(draft -> entries.add(entry(draft)));
        RunContracts.check(history, entries);
        commit(history.sequence(), entries, head(entries));
        entries.forEach(entry -> history.add(new JournalRecord(history.sequence() + 1, entry)));
    }

    private void requireHeld() {
        if (isReleased()) {
            throw given();
        }
        requireKnown();
    }

    private StoreException given() {
        return new StoreException(ErrorCode.STALE_WRITE, "run '" + run.runId() + "' is not driven here any more");
    }

    private JournalEntry entry(Draft draft) {
        return new JournalEntry(draft.type(), RecordType.version(draft.type()), clock.instant(), Json.of(draft.data()));
    }

    private StreamHead head(List<JournalEntry> entries) {
        RunState state = history.isEmpty() ? RunState.RUNNING : history.state();
        for (JournalEntry entry : entries) {
            state = RunContracts.stateAfter(state, run.runId(), entry);
        }
        Instant endedAt = state.isTerminal() ? entries.get(entries.size() - 1).at() : null;
        StreamHead head = StreamHead.of(RunStore.streamOf(run.runId()), run.identity(), state.wireName());
        return OpenPauses.after(history, entries).head(head.keys(RunPins.keys(endedAt)));
    }

    /** Returns something about a run of this stream. */
    public <T> T read(String runId, Function<RunFold, T> question) {
        return read(known -> question.apply(known.run(runId)
                .orElseThrow(() -> new IllegalStateException("run '" + runId + "' is not in this stream"))));
    }

    @Override
    public String toString() {
        return "RunStream[" + run.runId() + ", " + claim().owner() + "]";
    }
}
