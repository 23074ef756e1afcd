package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.Evidence;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.history.Observations;
import dev.harbor.history.OpenPause;
import dev.harbor.history.Records;
import dev.harbor.history.RunBudget;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.StreamHead;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.policy.Cancellation;
import dev.harbor.run.CallResolution;
import dev.harbor.run.ConfigurationDigest;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Profile;
import dev.harbor.run.Run;
import dev.harbor.run.RunException;
import dev.harbor.run.RunState;
import dev.harbor.run.RunUsage;
import dev.harbor.turn.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts runs and goes on with them. Thread-safe. */
final class Runs {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);

    private final RuntimeParts parts;
    private final RuntimeResources resources;
    private final Map<String, Live> live = new ConcurrentHashMap<>();
    private final OutsideWriter outside;
    private final Abandonment abandonment;

    /** Is a run that is driven here. */
    private record Live(RunStream stream, RunHandle handle) {}

    Runs(RuntimeParts parts, RuntimeResources resources) {
        this.parts = parts;
        this.resources = resources;
        this.outside = new OutsideWriter(parts, this);
        this.abandonment = new Abandonment(parts, outside);
    }

    Abandonment abandonment() {
        return abandonment;
    }

    OutsideWriter outside() {
        return outside;
    }

    /** Returns the stream of a run that is driven here, or null. */
    @Nullable
    RunStream live(RunIdentity root) {
        Live found = liveOf(root);
        return found == null ? null : found.stream();
    }

    /** Returns the handle of a run that is driven here, or null. */
    @Nullable
    RunHandle liveHandle(RunIdentity root) {
        Live found = liveOf(root);
        return found == null ? null : found.handle();
    }

    private @Nullable Live liveOf(RunIdentity root) {
        Live found = live.get(root.runId());
        return found != null && found.stream().run().equals(root) ? found : null;
    }

    RunHandle start(Identity identity, RunRequest request) {
        Turn turn = request.runId() == null ? null : parts.loops().turns().find(request.runId());
        Planner planner = turn == null ? parts.plannerOr(request.planner()) : planner(turn);
        RunStore store = parts.runs();
        Profile profile = request.profile();
        if (profile != null) {
            parts.evaluators().require(profile.completion());
        }
        RunIdentity run = new RunIdentity(
                identity,
                request.runId() != null ? request.runId() : parts.ids().get());
        StartedRun started = turn == null
                ? started(run, request, profile)
                : started(run, request, profile).plannedBy(StartedRun.PlannedBy.LOOP);
        RunStream stream = store.create(run, owner());
        try {
            stream.append(Records.started(started));
            return drive(stream, planner, profile, RunDrive::drive);
        } catch (RuntimeException e) {
            giveUp(stream, e);
            throw e;
        }
    }

    private Planner planner(Turn turn) {
        return parts.plannerOr(turn.definition().planner().orElse(null));
    }

    /** A run that nobody could begin to drive has ended: who asked for it knows, and may ask again. */
    private static void giveUp(RunStream stream, RuntimeException why) {
        try {
            if (why instanceof RuntimeOverloaded) {
                stream.append(Records.ended(stream.run().runId(), RunState.FAILED, "overloaded", Json.NULL));
            }
        } finally {
            stream.release();
        }
    }

    /** Bytes first, record second: heavy input is stored before the run that names it begins. */
    private StartedRun started(RunIdentity run, RunRequest request, @Nullable Profile profile) {
        StartedRun started = new StartedRun(
                run.runId(),
                null,
                0,
                request.goal(),
                visible(run, request.input(), "run.input"),
                profile == null ? null : nameOf(profile),
                profile == null ? null : profile.completion(),
                parts.accessRef(),
                ConfigurationDigest.facts(profile, null, parts.accessRef(), request.limits()),
                request.limits(),
                request.disallowed(),
                request.eventId());
        return request.planner() == null ? started : started.plannedBy(StartedRun.PlannedBy.REQUEST);
    }

    private static String nameOf(Profile profile) {
        return profile.name() + "@" + profile.version();
    }

    Json visible(RunIdentity run, Json value, String producer) {
        return parts.safety()
                .settle(
                        value,
                        new ArtifactScope(run.identity(), run.runId()),
                        producer,
                        parts.safety().thresholdBytes())
                .visible();
    }

    String owner() {
        return parts.owner() + "/" + parts.ids().get();
    }

    private RunHandle drive(
            RunStream stream, Planner planner, @Nullable Profile profile, Function<RunDrive, RunResult> how) {
        StartedRun started = stream.read(history -> history.root().started());
        RunSignals signals = new RunSignals(Cancellation.create());
        RunBudget budget = new RunBudget(started.limits(), stream.read(this::used), parts.nanoTime());
        RunDrive drive = new RunDrive(parts, stream, started, planner, profile, budget, signals);
        RunHandle handle = new RunHandle(stream.run(), signals, this);
        try {
            resources.running(handle);
            LoopEngine.follow(parts, this, handle);
            live.put(stream.run().runId(), new Live(stream, handle));
            parts.leases().hold(stream);
            parts.carryingDrivers().execute(() -> run(handle, stream, () -> how.apply(drive)));
            return handle;
        } catch (RejectedExecutionException e) {
            letGo(stream);
            handle.result().cancel(false);
            throw new RuntimeOverloaded("no thread is free to drive a run", e);
        }
    }

    private void run(RunHandle handle, RunStream stream, Supplier<RunResult> drive) {
        RunResult ended;
        try {
            ended = drive.get();
        } catch (Throwable thrown) {
            letGo(stream);
            handle.result().completeExceptionally(thrown);
            throw thrown;
        }
        letGo(stream);
        try {
            abandonment.soon(stream);
        } finally {
            handle.ended(ended);
        }
        if (ended.state() == RunState.WAITING && !resources.isClosed() && stream.read(Runs::mayGoOn)) {
            outside.write(stream.run(), history -> mayGoOn(history) ? answered(history) : List.of());
        }
    }

    private void letGo(RunStream stream) {
        parts.leases().letGo(stream);
        live.values().removeIf(each -> each.stream() == stream);
    }

    /** Somebody may have answered a run in the moment between its last look and its end; nobody drives it then. */
    private static boolean mayGoOn(RunHistory history) {
        return isAnswered(history) && history.root().controls().pause().isEmpty();
    }

    private static boolean isAnswered(RunHistory history) {
        RunFold root = history.root();
        if (root.state() == RunState.RUNNING) {
            return true;
        }
        List<String> listeners = listeners(history);
        boolean isBlocked =
                history.run(listeners.get(listeners.size() - 1)).orElseThrow().isBlocked();
        return !isBlocked && listeners.stream().allMatch(runId -> waitsForPause(history, runId));
    }

    private static boolean waitsForPause(RunHistory history, String runId) {
        RunFold run = history.run(runId).orElseThrow();
        return run.state() == RunState.WAITING && run.reason().startsWith("pause:");
    }

    /** Returns the records with which a run goes on that waits although everything was answered; none when it does not. */
    static List<Records.Draft> answered(RunHistory history) {
        if (history.root().state() != RunState.WAITING || !isAnswered(history)) {
            return List.of();
        }
        return listeners(history).stream()
                .map(runId -> Records.resumed(runId, List.of()))
                .toList();
    }

    /** Returns what a run has used; its time is measured from its first start, and waiting and downtime count. */
    private RunUsage used(RunHistory history) {
        RunUsage used = history.usage();
        Duration elapsed =
                Duration.between(history.root().startedAt(), parts.clock().instant());
        return new RunUsage(
                elapsed.isNegative() ? Duration.ZERO : elapsed,
                used.steps(),
                used.modelCalls(),
                used.toolCalls(),
                used.outputBytes(),
                used.tokens(),
                used.costMicros(),
                used.childRuns());
    }

    RunHandle resume(Identity identity, ResumeRequest request) {
        RunIdentity run = new RunIdentity(identity, request.runId());
        RunStream stream = parts.runs().open(run, owner());
        try {
            if (!stream.read(history -> goesOn(history, request))) {
                stream.release();
                RunHandle handle = new RunHandle(stream.run(), new RunSignals(Cancellation.create()), this);
                LoopEngine.follow(parts, this, handle);
                handle.ended(stream.read(history -> RunResult.of(history, used(history))));
                return handle;
            }
            return goOn(stream, request);
        } catch (RuntimeException e) {
            stream.release();
            throw e;
        }
    }

    /** Tells whether this process can plan the run that a head is of: what was started with a planner of its own, or by a loop, goes on where that is. */
    boolean canPlan(StreamHead head) {
        StartedRun started = parts.runs().started(head);
        return switch (started.plannedBy()) {
            case REQUEST -> false;
            case LOOP -> parts.loops().turns().find(started.runId()) != null;
            default -> true;
        };
    }

    private static boolean goesOn(RunHistory history, ResumeRequest request) {
        RunFold root = history.root();
        if (root.state() != RunState.WAITING) {
            return !root.state().isTerminal();
        }
        if (new InDoubt(root.started().runId()).apply(history)) {
            return false;
        }
        boolean isHeard = request.input() != null
                && root.ownPause().filter(OpenPause::needsDecision).isEmpty();
        return isHeard
                || isAnswered(history)
                || root.reason().equals(RunHandle.PAUSED)
                || root.reason().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME.value());
    }

    RunHandle goOn(RunStream stream, ResumeRequest request) {
        StartedRun.PlannedBy whose =
                stream.read(history -> history.root().started().plannedBy());
        Planner planner = switch (whose) {
            case NOBODY -> BareCall.PLANNER;
            case LOOP -> planner(parts.loops().turns().require(stream.run().runId()));
            default -> parts.plannerOr(request.planner());
        };
        Profile profile = profileOf(stream, request);
        if (profile != null) {
            parts.evaluators().require(profile.completion());
        }
        record(stream, request, profile);
        return drive(stream, planner, profile, RunDrive::driveOn);
    }

    private @Nullable Profile profileOf(RunStream stream, ResumeRequest request) {
        String wanted = stream.read(history -> history.root().configuration().get("profile"));
        Turn turn = parts.loops().turns().find(stream.run().runId());
        Profile given =
                turn == null ? request.profile() : turn.definition().profile().orElse(null);
        if (given != null) {
            return given;
        }
        int at = wanted == null ? -1 : wanted.lastIndexOf('@');
        return wanted == null ? null : parts.profiles().require(wanted.substring(0, at), wanted.substring(at + 1));
    }

    private void record(RunStream stream, ResumeRequest request, @Nullable Profile profile) {
        Drifts drifts = new Drifts(parts, stream.run().identity(), stream.read(Drifts.Past::of), profile);
        ResumeRequest.AcceptedDrift accepted = drifts.found().isEmpty() ? null : request.drift();
        if (!drifts.found().isEmpty() && accepted == null) {
            throw new ConfigurationDriftException(stream.run().runId(), drifts.found());
        }
        List<Observation> heard = observations(stream, request);
        List<String> listeners = heard.isEmpty() ? List.of(stream.run().runId()) : stream.read(Runs::listeners);
        List<Records.Draft> drafts = new ArrayList<>();
        for (String runId : listeners) {
            boolean isMeant = runId.equals(listeners.get(listeners.size() - 1));
            List<Observation> seen = isMeant ? heard : List.of();
            drafts.add(
                    accepted != null && drafts.isEmpty()
                            ? drifts.accepted(runId, seen, accepted)
                            : Records.resumed(runId, seen));
        }
        stream.append(drafts);
    }

    /** Returns the runs from the root down to the one that is meant when somebody says something: a run that awaits a child which waits is not. */
    private static List<String> listeners(RunHistory history) {
        List<String> listeners = new ArrayList<>();
        Optional<RunFold> next = Optional.of(history.root());
        while (next.isPresent()) {
            RunFold run = next.get();
            listeners.add(run.started().runId());
            next = run.pending()
                    .filter(Decision.AwaitTask.class::isInstance)
                    .flatMap(await -> history.run(((Decision.AwaitTask) await).taskId()))
                    .filter(child -> child.state() == RunState.WAITING
                            && run.started().runId().equals(child.started().parentId()));
        }
        return listeners;
    }

    private List<Observation> observations(RunStream stream, ResumeRequest request) {
        Json input = request.input();
        return input == null
                ? List.of()
                : List.of(new Observation("", "", "input", visible(stream.run(), input, "run.input")));
    }

    RuntimeParts parts() {
        return parts;
    }

    /** Returns a run or child run as it is on record; empty when the session has none of that name. */
    Optional<Run> find(RunIdentity run) {
        return parts.runs()
                .load(rootOf(run))
                .flatMap(history -> history.run(run.runId()).map(history::snapshot));
    }

    private static RunIdentity rootOf(RunIdentity run) {
        return new RunIdentity(run.identity(), RunStore.rootOf(run.runId()));
    }

    /**
     * Records what was found out about a call in doubt, and lets the run go on when it was the last one. Calls no tool.
     *
     * @param run the run or child run whose call it is; when only one run of a stream has a call of that id in doubt, its root run will do
     * @throws dev.harbor.error.StoreException if somebody drives the run, or the call is not in doubt
     */
    Run resolve(RunIdentity run, String callId, CallResolution resolution) {
        RunStream stream = parts.runs().open(rootOf(run), owner());
        try {
            closeCalls(stream);
            List<Records.Draft> drafts = stream.read(history -> resolution(history, run.runId(), callId, resolution));
            stream.append(drafts);
        } finally {
            stream.release();
        }
        return told(run);
    }

    /** Returns a run that somebody did something to from outside, after its loop has heard of that. */
    private Run told(RunIdentity run) {
        find(rootOf(run)).ifPresent(root -> LoopEngine.changed(parts, root));
        return find(run).orElseThrow(() -> notFound(run.runId()));
    }

    /** Closes what a dead process left open, as going on would; what is in doubt then makes the run wait. */
    private static void closeCalls(RunStream stream) {
        List<Records.Draft> drafts = new ArrayList<>(stream.read(RunRecovery::interruptions));
        boolean isRunning = stream.read(RunHistory::state) == RunState.RUNNING;
        if (isRunning && leavesDoubt(stream, drafts)) {
            drafts.add(Records.waiting(stream.run().runId(), ErrorCode.UNKNOWN_WRITE_OUTCOME.value(), Json.NULL));
        }
        stream.append(drafts);
    }

    private static boolean leavesDoubt(RunStream stream, List<Records.Draft> closings) {
        return closings.stream().anyMatch(RunRecovery::leavesDoubt)
                || stream.read(new InDoubt(stream.run().runId()));
    }

    private static List<Records.Draft> resolution(
            RunHistory history, String runId, String callId, CallResolution resolution) {
        RunFold run = inDoubt(history, runId, callId);
        long doubts = history.runs().stream()
                .mapToLong(each -> each.unsettled(InvocationState.UNKNOWN).size())
                .sum();
        String tool = run.invocation(callId).map(Invocation::tool).orElse("");
        CallResolution found = named(callId, resolution);
        List<Records.Draft> drafts = new ArrayList<>();
        drafts.add(Records.resolved(
                run.started().runId(), Observations.resolved(callId, tool, found), found, doubts <= 1));
        if (doubts == 1) {
            drafts.addAll(goingOn(history, run));
        }
        return drafts;
    }

    /** Gives evidence an id that follows from the call, unless the operator chose one. */
    private static CallResolution named(String callId, CallResolution resolution) {
        List<Evidence> claims = resolution.evidence();
        Evidence[] named = new Evidence[claims.size()];
        for (int i = 0; i < named.length; i++) {
            Evidence claim = claims.get(i);
            named[i] = claim.id().isBlank() ? claim.id(callId + ".found." + (i + 1)) : claim;
        }
        return resolution.evidence(named);
    }

    private static RunFold inDoubt(RunHistory history, String runId, String callId) {
        RunFold named = history.run(runId).orElseThrow(() -> notFound(runId));
        return Stream.concat(Stream.of(named), history.below(runId).stream())
                .filter(run -> run.unsettled(InvocationState.UNKNOWN).stream()
                        .anyMatch(call -> call.callId().equals(callId)))
                .findFirst()
                .orElse(named);
    }

    /** The runs above wait because the one that was resolved did. */
    private static List<Records.Draft> goingOn(RunHistory history, RunFold resolved) {
        List<Records.Draft> drafts = new ArrayList<>();
        String above = resolved.started().parentId();
        while (above != null) {
            RunFold run = history.run(above).orElseThrow();
            if (run.state() == RunState.WAITING && run.reason().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME.value())) {
                drafts.add(Records.resumed(above, List.of()));
            }
            above = run.started().parentId();
        }
        return drafts;
    }

    /**
     * Takes a run from whoever drives it and closes it with its child runs: reads were interrupted, and a write that was going on is in doubt and makes the
     * run wait. A run that waits is cancelled whatever it waits for. One that has ended stays as it is.
     */
    Run cancel(RunIdentity run, String reason) {
        return close(run, reason, state -> !state.isTerminal());
    }

    private Run close(RunIdentity run, String reason, Predicate<RunState> isOpen) {
        RunStream stream = parts.runs().seize(run, owner());
        try {
            if (isOpen.test(stream.read(RunHistory::state))) {
                stream.append(closing(stream, reason));
            }
        } finally {
            stream.release();
        }
        abandonment.soon(stream);
        return told(run);
    }

    private static List<Records.Draft> closing(RunStream stream, String reason) {
        String runId = stream.run().runId();
        List<Records.Draft> drafts = new ArrayList<>(stream.read(RunRecovery::closings));
        boolean waits = stream.read(RunHistory::state) == RunState.WAITING;
        if (!waits && leavesDoubt(stream, drafts)) {
            drafts.add(Records.waitingToCancel(runId, ErrorCode.UNKNOWN_WRITE_OUTCOME.value(), reason));
            return drafts;
        }
        stream.read(history -> history.below(runId)).stream()
                .filter(run -> !run.state().isTerminal())
                .map(run ->
                        Records.ended(run.started().runId(), RunState.CANCELLED, RunHandle.CANCELLED, Json.of(reason)))
                .forEach(drafts::add);
        drafts.add(Records.ended(runId, RunState.CANCELLED, RunHandle.CANCELLED, Json.of(reason)));
        return drafts;
    }

    /** Closes a run whose drive does not let go of a tool that ignores everything, and lets its handle end. One that has come to wait meanwhile waits. */
    void closeStuck(RunHandle handle, RunIdentity run, String reason) {
        try {
            close(run, reason, state -> state == RunState.RUNNING);
            parts.runs().load(run).ifPresent(history -> handle.ended(RunResult.of(history, used(history))));
        } catch (HarborException e) {
            LOG.warn("run {} could not be closed while its tool still runs", run.runId(), e);
        }
    }

    /** Cancels a run that came to wait, unless it waits for the end of a doubt: that it is to be cancelled then is on record. */
    void cancelWaiting(RunIdentity run, String reason) {
        try {
            find(run).filter(Runs::waitsForAnAnswer).ifPresent(waiting -> cancel(run, reason));
        } catch (HarborException e) {
            LOG.warn("run {} waits and could not be cancelled", run.runId(), e);
        }
    }

    private static boolean waitsForAnAnswer(Run run) {
        return run.state() == RunState.WAITING && !run.reason().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME.value());
    }

    static RunException notFound(String runId) {
        return new RunException(ErrorCode.ILLEGAL_RUN_STATE, "this session has no run '" + runId + "'");
    }
}
