package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStore;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import dev.harbor.pause.Control;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is what an operator may do with the runs of every tenant.
 *
 * <p>Thread-safe. Every method may block on the journal.
 */
public final class RunOperator {

    private static final Logger LOG = LoggerFactory.getLogger(RunOperator.class);

    private final HarborRuntime runtime;
    private final RuntimeParts parts;

    RunOperator(HarborRuntime runtime, RuntimeParts parts) {
        this.runtime = runtime;
        this.parts = parts;
    }

    /**
     * Returns the runs that a query selects, ordered by id. Their states are the {@linkplain RunState#wireName() wire names} of {@link RunState}.
     *
     * @throws StoreException if the journal fails
     */
    public List<RunSummary> list(HeadQuery query) {
        runtime.requireOpen();
        List<RunSummary> runs = new ArrayList<>();
        for (StreamInfo info : parts.runs().journal().find(query)) {
            RunStore.runIdOf(info.head().stream()).ifPresent(runId -> runs.add(RunSummary.of(runId, info)));
        }
        return runs;
    }

    /**
     * Returns a part of the runs that a query selects, ordered by id, each with its goal and when it began, for which its first record is read. A run whose first record can't
     * be read is there without both, and reported in the log.
     *
     * @param query which, and how many at most; what it says of {@link HeadQuery#after} does not matter
     * @param afterRun the {@linkplain RunPage#next() id} that the part before has given; empty for the first
     * @throws StoreException if the journal fails
     */
    public RunPage page(HeadQuery query, String afterRun) {
        Objects.requireNonNull(afterRun, "afterRun");
        runtime.requireOpen();
        List<StreamInfo> found = parts.runs().journal().find(query.after(RunStore.streamOf(afterRun)));
        List<RunOverview> runs = new ArrayList<>();
        for (StreamInfo info : found) {
            RunStore.runIdOf(info.head().stream())
                    .flatMap(runId -> overview(runId, info))
                    .ifPresent(runs::add);
        }
        return new RunPage(runs, found.size() < query.limit() ? null : lastRun(found));
    }

    /** Streams of other things than runs come after all runs, so that there is no next part behind one. */
    private static @Nullable String lastRun(List<StreamInfo> found) {
        return RunStore.runIdOf(found.get(found.size() - 1).head().stream()).orElse(null);
    }

    private Optional<RunOverview> overview(String runId, StreamInfo info) {
        RunSummary summary = RunSummary.of(runId, info);
        try {
            RunHistory beginning = parts.runs().beginning(info.head());
            return beginning.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new RunOverview(
                            summary,
                            beginning.root().started().goal(),
                            beginning.root().startedAt()));
        } catch (StoreException e) {
            LOG.warn("the first record of run {} can't be read: {}", runId, e.getMessage());
            return Optional.of(new RunOverview(summary, null, null));
        }
    }

    /**
     * Returns what is known about a run without reading its records, of a child run what is known about the run that it belongs to; empty when there is none of that id.
     *
     * @throws StoreException if the journal fails
     */
    public Optional<RunSummary> summary(String runId) {
        String root = RunStore.rootOf(runId);
        runtime.requireOpen();
        return parts.runs().journal().info(RunStore.streamOf(root)).map(info -> RunSummary.of(root, info));
    }

    /**
     * Returns a run as it is on record; empty when there is none of that id.
     *
     * @throws StoreException if the journal fails or a record is damaged
     */
    public Optional<Run> run(String runId) {
        runtime.requireOpen();
        return identityOf(runId).flatMap(runtime.runs()::find);
    }

    /** Records what became of a call that is in doubt; see {@link Caller#resolve}. */
    public Run resolve(String runId, String callId, CallResolution resolution) {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(resolution, "resolution");
        runtime.requireOpen();
        return runtime.runs().resolve(require(runId), callId, resolution);
    }

    /** Cancels a run, wherever it is driven; see {@link Caller#cancel}. */
    public Run cancel(String runId, String reason) {
        Objects.requireNonNull(reason, "reason");
        runtime.requireOpen();
        return runtime.runs().cancel(require(runId), reason);
    }

    /** Goes on with a run on behalf of whom it was started for; see {@link Caller#resume}. */
    public RunHandle resume(ResumeRequest request) {
        runtime.requireOpen();
        return runtime.runs().resume(require(request.runId()).identity(), request);
    }

    /**
     * Goes on with runs that nobody drives any more although they were not ended, because their process has died or was closed. Call it when a process starts
     * and every minute or so. The runtime's own planner and {@linkplain HarborRuntime.Builder#profiles profiles} serve. A run that was started with a planner of
     * its own, or by a loop that is not here, is left for who can give that; one that lacks its profile or a tool is left for others and reported in the log.
     *
     * @param most how many, 1 to {@value HeadQuery#MAX_LIMIT}
     * @return the handles of the runs that go on here
     * @throws StoreException if the journal fails
     */
    public List<RunHandle> resumeOrphans(int most) {
        runtime.requireOpen();
        HeadQuery orphans = HeadQuery.everyTenant()
                .states(RunState.RUNNING.wireName())
                .unclaimedBy(parts.clock().instant())
                .limit(most);
        List<RunHandle> resumed = new ArrayList<>();
        String last = "";
        do {
            List<StreamInfo> page = parts.runs().journal().find(orphans.after(last));
            for (StreamInfo orphan : page) {
                if (resumed.size() < most) {
                    resumeOrphan(orphan).ifPresent(resumed::add);
                }
            }
            last = page.isEmpty() ? "" : page.get(page.size() - 1).head().stream();
        } while (!last.isEmpty() && resumed.size() < most);
        return resumed;
    }

    /**
     * Returns what waits for a person or an outside event in the runs that a query selects, page by page like {@link #list}; see {@link Caller#pauses}.
     *
     * @throws StoreException if the journal fails
     */
    public List<Pause> pauses(HeadQuery query) {
        runtime.requireOpen();
        return runtime.pauses().list(query);
    }

    /**
     * Returns what waits in one run and its child runs, the oldest first; empty when there is no such run, too. See {@link Caller#pauses(String)}.
     *
     * @throws StoreException if the journal fails
     */
    public List<Pause> pauses(String runId) {
        Objects.requireNonNull(runId, "runId");
        runtime.requireOpen();
        return identityOf(runId)
                .map(run -> runtime.pauses().of(new RunIdentity(run.identity(), RunStore.rootOf(runId))))
                .orElse(List.of());
    }

    /** Resolves a pause by its {@linkplain Pause#id() name}, which takes no token; see {@link Caller#resolvePause}. Name in it who really decided. */
    public ResolvedPause resolvePause(String pauseId, Resolution resolution) {
        Objects.requireNonNull(pauseId, "pauseId");
        Objects.requireNonNull(resolution, "resolution");
        runtime.requireOpen();
        return runtime.pauses().resolveById(pauseId, resolution);
    }

    /**
     * Resolves pauses whose time is over, as the runtime does by itself every few seconds. Returns how many.
     *
     * @param most how many at most, 1 or more
     * @throws StoreException if the journal fails
     */
    public int expirePauses(int most) {
        runtime.requireOpen();
        return runtime.pauses().expireDue(most);
    }

    /** Steers a run with the say of an operator; see {@link Caller#steer}. */
    public Optional<RunHandle> steer(String runId, ControlKind kind, Json payload, String actor) {
        runtime.requireOpen();
        Control control = new Control(kind, payload, actor, parts.clock().instant());
        return Optional.ofNullable(runtime.steering().steer(runId, control));
    }

    /**
     * Tells tools whose calls have waited and will not go on, where that was not done when it was recorded because the process died or the tool failed. The runtime
     * does so every few seconds by itself; a tool that fails or is not there is told again for a day.
     *
     * @param most how many, 1 or more
     * @return how many are being told
     * @throws StoreException if the journal fails
     */
    public int tellAbandoned(int most) {
        runtime.requireOpen();
        return runtime.runs().abandonment().tellDue(most);
    }

    private Optional<RunHandle> resumeOrphan(StreamInfo orphan) {
        return RunStore.runIdOf(orphan.head().stream()).flatMap(runId -> resumeOrphan(orphan.head(), runId));
    }

    private Optional<RunHandle> resumeOrphan(StreamHead head, String runId) {
        try {
            return runtime.runs().canPlan(head)
                    ? Optional.of(runtime.runs().resume(head.identity(), ResumeRequest.of(runId)))
                    : Optional.empty();
        } catch (HarborException e) {
            LOG.warn("orphaned run {} does not go on here: {}", runId, e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Erases what is kept of a session: its runs and loops, driven ones included, its artifacts, and the consents that are under way in it. Whoever drives one of
     * them can record nothing more, and a drive of this runtime is stopped, for which it waits half a second at most. A tool that goes on all the same, here or in
     * another process, may store something after, so ask again when nothing runs. Start nothing for the session meanwhile. What the names of runs and loops were
     * stays in the journal, with nothing else.
     *
     * @throws StoreException if a store fails; some of it may be gone, and the rest goes when it is asked again
     */
    public Erasure eraseSession(Identity session) {
        return erase(HeadQuery.session(session), ArtifactFilter.session(session), session.session());
    }

    /** Erases what is kept of all sessions of a user, and the tokens that the user has granted; see {@link #eraseSession}. */
    public Erasure eraseUser(String tenant, String user) {
        return erase(HeadQuery.user(tenant, user), ArtifactFilter.user(tenant, user), null);
    }

    /** Erases what is kept of all users of a tenant, and every token of it; see {@link #eraseSession}. */
    public Erasure eraseTenant(String tenant) {
        return erase(HeadQuery.tenant(tenant), ArtifactFilter.tenant(tenant), null);
    }

    private Erasure erase(HeadQuery whose, ArtifactFilter filter, @Nullable String session) {
        runtime.requireOpen();
        return new Erasing(parts, runtime.runs()).erase(whose, filter, session);
    }

    /**
     * Says what was erased.
     *
     * @param streams how many runs and loops
     * @param artifacts how many entries of the artifact store
     * @param grants how many tokens, and consents under way
     */
    public record Erasure(long streams, long artifacts, long grants) {}

    private RunIdentity require(String runId) {
        return identityOf(runId).orElseThrow(() -> Runs.notFound(runId));
    }

    private Optional<RunIdentity> identityOf(String runId) {
        return parts.runs().identityOf(RunStore.rootOf(runId)).map(identity -> new RunIdentity(identity, runId));
    }
}
