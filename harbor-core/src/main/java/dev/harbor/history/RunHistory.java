package dev.harbor.history;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.JournalRecord;
import dev.harbor.run.ConfigurationDigest;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.run.RunUsage;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is what the records of one stream say: a root run and its child runs. It is fed record by record, so that a long stream is never in memory as a whole.
 *
 * <p>Not thread-safe.
 */
public final class RunHistory {

    private final Map<String, RunFold> runs = new LinkedHashMap<>();
    private final Map<String, String> tools = new LinkedHashMap<>();
    private final Identity identity;
    private final String stream;
    private final boolean keepsOutputs;
    private @Nullable RunFold root;
    private long sequence;

    /**
     * Creates an empty history.
     *
     * @param identity whose the stream is
     * @param stream its name
     * @param keepsOutputs whether calls remember what they came to, as an inspection needs and a drive does not
     */
    public RunHistory(Identity identity, String stream, boolean keepsOutputs) {
        this.identity = identity;
        this.stream = stream;
        this.keepsOutputs = keepsOutputs;
    }

    /**
     * Takes records, in order.
     *
     * @throws StoreException if one is of an unknown kind or version, is damaged, or does not follow from those before it
     */
    public RunHistory addAll(Stream<JournalRecord> records) {
        try (records) {
            records.forEach(this::add);
        }
        return this;
    }

    /** Takes the next record; see {@link #addAll}. */
    public void add(JournalRecord record) {
        requireNext(record);
        Members data = new Members(
                "record " + record.sequence() + " ('" + record.entry().type() + "') of stream '" + stream + "'",
                record.entry().data());
        int newest = RecordType.version(record.entry().type());
        if (record.entry().version() > newest) {
            throw data.damaged("has version " + record.entry().version() + "; this Harbor reads " + newest, null);
        }
        if (record.entry().type().equals(RecordType.STARTED)) {
            start(record, StartedRun.read(data));
        } else {
            RunFold run = runs.get(data.text("run_id"));
            if (run == null) {
                throw data.damaged("belongs to a run that was not started", null);
            }
            run.touch(record.entry().at());
            new RecordReader(this, run, record, data, keepsOutputs).read();
        }
        sequence = record.sequence();
    }

    private void requireNext(JournalRecord record) {
        if (record.sequence() != sequence + 1) {
            throw new StoreException(
                    ErrorCode.STORE_FAILED,
                    "stream '" + stream + "' goes on with record " + record.sequence() + " after " + sequence);
        }
    }

    private void start(JournalRecord record, StartedRun started) {
        RunFold run = new RunFold(started, record.entry().at());
        if (started.parentId() != null) {
            RunFold parent = runs.get(started.parentId());
            if (parent != null) {
                parent.childSpawned();
            }
        }
        runs.put(started.runId(), run);
        if (root == null) {
            root = run;
        }
    }

    String stream() {
        return stream;
    }

    /** Returns whose the stream is. */
    public Identity identity() {
        return identity;
    }

    /** Tells whether there is nothing yet. */
    public boolean isEmpty() {
        return root == null;
    }

    /** Returns the root run. */
    public RunFold root() {
        if (root == null) {
            throw new IllegalStateException("stream '" + stream + "' has no records");
        }
        return root;
    }

    /** Returns a run of the stream. */
    public Optional<RunFold> run(String runId) {
        return Optional.ofNullable(runs.get(runId));
    }

    /** Returns the runs that a run has spawned. */
    public List<RunFold> childrenOf(String runId) {
        return runs.values().stream()
                .filter(run -> runId.equals(run.started().parentId()))
                .toList();
    }

    /** Returns the runs that a run has spawned, and those that they have. */
    public List<RunFold> below(String runId) {
        return childrenOf(runId).stream()
                .flatMap(child ->
                        Stream.concat(Stream.of(child), below(child.started().runId()).stream()))
                .toList();
    }

    /** Returns all runs of the stream, the root first. */
    public Collection<RunFold> runs() {
        return runs.values();
    }

    /** Returns the tools that its runs have called, by id, with the digests of their schemas as they were called or accepted last. */
    public Map<String, String> tools() {
        return Map.copyOf(tools);
    }

    void called(String tool, String schemaDigest) {
        tools.put(tool, schemaDigest);
    }

    /** Returns the sequence of the newest record. */
    public long sequence() {
        return sequence;
    }

    /** Returns what the root run and its child runs have used; the time is that of the newest record. */
    public RunUsage usage() {
        return new RunUsage(
                Duration.between(root().startedAt(), root().updatedAt()),
                sum(run -> run.steps),
                sum(run -> run.modelCalls),
                sum(run -> run.toolCalls),
                sum(run -> run.outputBytes),
                sum(run -> run.tokens),
                sum(run -> run.costMicros),
                runs.size() - 1L);
    }

    private long sum(ToLongFunction<RunFold> what) {
        return runs.values().stream().mapToLong(what).sum();
    }

    /** Returns a run of the stream, and those that it has spawned, as they are now. */
    public Run snapshot(RunFold run) {
        StartedRun started = run.started();
        return new Run(
                new RunIdentity(identity, started.runId()),
                started.parentId(),
                started.goal(),
                started.input(),
                started.profile(),
                started.completion(),
                started.policyRef(),
                ConfigurationDigest.of(run.configuration()),
                started.limits(),
                started.disallowed(),
                started.eventId(),
                run.state(),
                run.reason(),
                run.result(),
                usage(),
                run.invocations(),
                run.evidence(),
                run.visible(),
                childrenOf(started.runId()).stream().map(this::snapshot).toList(),
                run.startedAt(),
                run.updatedAt(),
                sequence);
    }

    /** Returns the state of the stream, which is that of its root run. */
    public RunState state() {
        return root().state();
    }
}
