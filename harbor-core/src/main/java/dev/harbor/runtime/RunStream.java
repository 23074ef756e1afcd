package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.run.RunState;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Appends the records of one root run and its child runs to their stream, one append at a time. */
final class RunStream {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int FORMAT_VERSION = 1;

    private final ReentrantLock lock = new ReentrantLock();
    private final Journal journal;
    private final RunIdentity run;
    private final Clock clock;
    private final String stream;
    private final String owner;
    private Claim claim;
    private long sequence;
    private RunState state = RunState.QUEUED;

    private RunStream(Journal journal, RunIdentity run, Clock clock, String owner) {
        this.journal = journal;
        this.run = run;
        this.clock = clock;
        this.owner = owner;
        this.stream = streamOf(run.runId());
        this.claim = journal.claim(stream, owner, LEASE).orElseThrow(() -> taken(run.runId()));
        if (journal.info(stream).isPresent()) {
            journal.release(claim);
            throw taken(run.runId());
        }
    }

    /**
     * Opens the stream of a new run.
     *
     * @throws StoreException if it exists already, or the journal fails
     */
    static RunStream create(Journal journal, RunIdentity run, Clock clock, String owner) {
        return new RunStream(journal, run, clock, owner);
    }

    static String streamOf(String runId) {
        return "run/" + runId;
    }

    private static StoreException taken(String runId) {
        return new StoreException(ErrorCode.STALE_WRITE, "a run with the id '" + runId + "' exists already");
    }

    /** Appends one record and returns when it is durable. */
    void append(String type, Map<String, ?> data) {
        append(type, data, state);
    }

    /** Appends one record with which the run is in another state. */
    void append(String type, Map<String, ?> data, RunState newState) {
        lock.lock();
        try {
            renewIfNeeded();
            JournalEntry entry = new JournalEntry(type, FORMAT_VERSION, clock.instant(), Json.of(data));
            sequence = journal.append(claim, sequence, List.of(entry), head(newState));
            state = newState;
        } finally {
            lock.unlock();
        }
    }

    private StreamHead head(RunState newState) {
        return new StreamHead(stream, run.identity(), newState.wireName(), null, Map.of());
    }

    private void renewIfNeeded() {
        if (claim.until().isBefore(clock.instant().plus(LEASE.dividedBy(2)))) {
            claim = journal.renew(claim, LEASE);
        }
    }

    void release() {
        lock.lock();
        try {
            journal.release(claim);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "RunStream[" + stream + ", " + owner + "]";
    }
}
