package dev.harbor.history;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import dev.harbor.safety.ContextSafety;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens the streams of runs: new ones, ones to go on with, and ones to look at.
 *
 * <p>Thread-safe.
 */
public final class RunStore {

    /** The key of heads whose streams have pauses. */
    public static final String PAUSES = "pauses";

    /** The key of heads whose streams have calls that were abandoned and whose tools were not told. */
    public static final String ABANDONED = "abandoned";

    /** What stands under {@link #PAUSES} and {@link #ABANDONED}. */
    public static final String OPEN = "open";

    private static final String PREFIX = "run/";

    private final Journal journal;
    private final Clock clock;
    private final @Nullable ContextSafety safety;

    /** Creates a store over a journal, of runs that have no artifacts. */
    public RunStore(Journal journal, Clock clock) {
        this(journal, clock, null);
    }

    /**
     * Creates a store over a journal.
     *
     * @param safety has the artifacts of the runs, or null
     */
    public RunStore(Journal journal, Clock clock, @Nullable ContextSafety safety) {
        this.journal = journal;
        this.clock = clock;
        this.safety = safety;
    }

    /** Returns the stream that a root run is kept in. */
    public static String streamOf(String runId) {
        return PREFIX + runId;
    }

    /** Returns the root run that a run belongs to: the ids of child runs begin with it, and a dot. */
    public static String rootOf(String runId) {
        int dot = runId.indexOf('.');
        return dot < 0 ? runId : runId.substring(0, dot);
    }

    /** Returns the run that a stream is of; empty when it is of something else. */
    public static Optional<String> runIdOf(String stream) {
        return stream.startsWith(PREFIX) ? Optional.of(stream.substring(PREFIX.length())) : Optional.empty();
    }

    /**
     * Opens the stream of a new run and claims it.
     *
     * @throws StoreException with {@link ErrorCode#STALE_WRITE} if it exists already, or if the journal fails
     */
    public RunStream create(RunIdentity run, String owner) {
        Claim claim =
                journal.claim(streamOf(run.runId()), owner, RunStream.LEASE).orElseThrow(() -> exists(run.runId()));
        if (journal.info(claim.stream()).isPresent()) {
            journal.release(claim);
            throw exists(run.runId());
        }
        return stream(run, new RunHistory(run.identity(), claim.stream(), false), claim);
    }

    private RunStream stream(RunIdentity run, RunHistory history, Claim claim) {
        RunArtifacts artifacts = safety == null ? null : new RunArtifacts(safety, run.identity());
        return new RunStream(journal, run, clock, history, claim, artifacts);
    }

    private static StoreException exists(String runId) {
        return new StoreException(ErrorCode.STALE_WRITE, "a run with the id '" + runId + "' exists already");
    }

    /**
     * Claims the stream of a run and reads it.
     *
     * @throws StoreException with {@link ErrorCode#ILLEGAL_RUN_STATE} if it does not exist or is driven by somebody, or if the journal fails
     */
    public RunStream open(RunIdentity run, String owner) {
        requireExists(run);
        Claim claim = journal.claim(streamOf(run.runId()), owner, RunStream.LEASE)
                .orElseThrow(() -> new StoreException(
                        ErrorCode.ILLEGAL_RUN_STATE, "run '" + run.runId() + "' is being driven by somebody else"));
        return claimed(run, claim);
    }

    /**
     * Takes the stream of a run from whoever drives it, who can append no more.
     *
     * @throws StoreException with {@link ErrorCode#ILLEGAL_RUN_STATE} if it does not exist, or if the journal fails
     */
    public RunStream seize(RunIdentity run, String owner) {
        requireExists(run);
        return claimed(run, journal.seize(streamOf(run.runId()), owner, RunStream.LEASE));
    }

    private RunStream claimed(RunIdentity run, Claim claim) {
        try {
            RunHistory history = new RunHistory(run.identity(), claim.stream(), false);
            history.addAll(journal.read(claim.stream(), 1));
            return stream(run, history, claim);
        } catch (RuntimeException e) {
            journal.release(claim);
            throw e;
        }
    }

    private void requireExists(RunIdentity run) {
        if (head(run).isEmpty()) {
            throw new StoreException(ErrorCode.ILLEGAL_RUN_STATE, "this session has no run '" + run.runId() + "'");
        }
    }

    /** Returns the head of a run's stream; empty when the session has no such run. */
    public Optional<StreamInfo> head(RunIdentity run) {
        return journal.info(streamOf(run.runId()))
                .filter(info -> info.head().identity().equals(run.identity()));
    }

    /**
     * Reads a run, with what its calls came to, without claiming it.
     *
     * @return empty when the session has no such run
     * @throws StoreException if the journal fails or a record is damaged
     */
    public Optional<RunHistory> load(RunIdentity run) {
        return head(run).map(info -> load(info.head()));
    }

    /** Reads the run that a head is of; see {@link #load(RunIdentity)}. */
    public RunHistory load(StreamHead head) {
        return new RunHistory(head.identity(), head.stream(), true).addAll(journal.read(head.stream(), 1));
    }

    /** Reads how the run that a head is of was started, and nothing after that; see {@link #load(RunIdentity)}. */
    public StartedRun started(StreamHead head) {
        return beginning(head).root().started();
    }

    /** Reads the first record of the run that a head is of; empty when it was deleted meanwhile. */
    public RunHistory beginning(StreamHead head) {
        RunHistory beginning = new RunHistory(head.identity(), head.stream(), false);
        return beginning.addAll(journal.read(head.stream(), 1).limit(1));
    }

    /** Returns the identity that a run was made for; for operators. */
    public Optional<Identity> identityOf(String runId) {
        return journal.info(streamOf(runId)).map(info -> info.head().identity());
    }

    /** Returns the journal. */
    public Journal journal() {
        return journal;
    }
}
