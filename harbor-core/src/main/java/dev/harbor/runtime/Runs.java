package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.history.Observations;
import dev.harbor.history.Records;
import dev.harbor.history.RunBudget;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts runs and goes on with them. Thread-safe. */
final class Runs {

    private static final Logger LOG = LoggerFactory.getLogger(HarborRuntime.class);

    private final RuntimeParts parts;
    private final RuntimeResources resources;

    Runs(RuntimeParts parts, RuntimeResources resources) {
        this.parts = parts;
        this.resources = resources;
    }

    RunHandle start(Identity identity, RunRequest request) {
        Planner planner = parts.plannerOr(request.planner());
        RunStore store = parts.runs();
        Profile profile = request.profile();
        if (profile != null) {
            parts.evaluators().require(profile.completion());
        }
        RunIdentity run = new RunIdentity(
                identity,
                request.runId() != null ? request.runId() : parts.ids().get());
        StartedRun started = started(run, request, profile);
        RunStream stream = store.create(run, owner());
        try {
            stream.append(Records.started(started));
            return drive(stream, planner, profile, RunDrive::drive);
        } catch (HarborException e) {
            stream.release();
            throw e;
        }
    }

    /** Bytes first, record second: heavy input is stored before the run that names it begins. */
    private StartedRun started(RunIdentity run, RunRequest request, @Nullable Profile profile) {
        return new StartedRun(
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
    }

    private static String nameOf(Profile profile) {
        return profile.name() + "@" + profile.version();
    }

    private Json visible(RunIdentity run, Json value, String producer) {
        return parts.safety()
                .settle(
                        value,
                        new ArtifactScope(run.identity(), run.runId()),
                        producer,
                        parts.safety().thresholdBytes())
                .visible();
    }

    private String owner() {
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
            parts.leases().hold(stream);
            parts.drivers().execute(() -> run(handle, stream, () -> how.apply(drive)));
            return handle;
        } catch (RejectedExecutionException e) {
            parts.leases().letGo(stream);
            handle.result().cancel(false);
            throw new RuntimeOverloaded("no thread is free to drive a run", e);
        }
    }

    private void run(RunHandle handle, RunStream stream, Supplier<RunResult> drive) {
        try {
            handle.ended(drive.get());
        } catch (Throwable thrown) {
            handle.result().completeExceptionally(thrown);
            throw thrown;
        } finally {
            parts.leases().letGo(stream);
        }
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
                used.costMicros());
    }

    RunHandle resume(Identity identity, ResumeRequest request) {
        RunIdentity run = new RunIdentity(identity, request.runId());
        RunStream stream = parts.runs().open(run, owner());
        try {
            if (!stream.read(history -> goesOn(history, request))) {
                stream.release();
                RunHandle handle = new RunHandle(run, new RunSignals(Cancellation.create()), this);
                handle.ended(stream.read(history -> RunResult.of(history, used(history))));
                return handle;
            }
            return goOn(stream, request);
        } catch (RuntimeException e) {
            stream.release();
            throw e;
        }
    }

    private static boolean goesOn(RunHistory history, ResumeRequest request) {
        RunFold root = history.root();
        if (root.state() != RunState.WAITING) {
            return !root.state().isTerminal();
        }
        if (new InDoubt(root.started().runId()).apply(history)) {
            return false;
        }
        return request.input() != null
                || root.reason().equals(RunHandle.PAUSED)
                || root.reason().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME.value());
    }

    private RunHandle goOn(RunStream stream, ResumeRequest request) {
        Planner planner = parts.plannerOr(request.planner());
        Profile profile = profileOf(stream, request);
        if (profile != null) {
            parts.evaluators().require(profile.completion());
        }
        record(stream, request, profile);
        return drive(stream, planner, profile, RunDrive::driveOn);
    }

    private @Nullable Profile profileOf(RunStream stream, ResumeRequest request) {
        String wanted = stream.read(history -> history.root().started().profile());
        Profile given = request.profile();
        if (given != null) {
            return given;
        }
        int at = wanted == null ? -1 : wanted.lastIndexOf('@');
        return wanted == null ? null : parts.profiles().require(wanted.substring(0, at), wanted.substring(at + 1));
    }

    private void record(RunStream stream, ResumeRequest request, @Nullable Profile profile) {
        String runId = stream.run().runId();
        List<Observation> seen = observations(stream, request);
        Drifts drifts = stream.read(history -> new Drifts(parts, stream.run().identity(), history, profile));
        if (!drifts.found().isEmpty()) {
            ResumeRequest.AcceptedDrift accepted = request.drift();
            if (accepted == null) {
                throw new ConfigurationDriftException(runId, drifts.found());
            }
            stream.append(Records.resumed(
                    runId,
                    seen,
                    drifts.found(),
                    drifts.configuration(),
                    drifts.tools(),
                    accepted.actor(),
                    accepted.reason()));
        } else {
            stream.append(Records.resumed(runId, seen));
        }
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

    /** Returns a run as it is on record; empty when the session has none of that name. */
    Optional<Run> find(RunIdentity run) {
        return parts.runs().load(run).map(history -> history.snapshot(history.root()));
    }

    /**
     * Records what was found out about a call in doubt, and lets the run go on when it was the last one. Calls no tool.
     *
     * @throws dev.harbor.error.StoreException if somebody drives the run, or the call is not in doubt
     */
    Run resolve(RunIdentity run, String callId, CallResolution resolution) {
        RunStream stream = parts.runs().open(run, owner());
        try {
            closeCalls(stream);
            Records.Draft draft = stream.read(history -> resolution(history, callId, resolution));
            stream.append(draft);
            return snapshot(run);
        } finally {
            stream.release();
        }
    }

    /** Closes what a dead process left open, as going on would; what is in doubt then makes the run wait. */
    private static void closeCalls(RunStream stream) {
        List<Records.Draft> drafts = new ArrayList<>(stream.read(RunRecovery::closings));
        if (drafts.stream().anyMatch(RunRecovery::leavesDoubt)) {
            drafts.add(Records.waiting(stream.run().runId(), ErrorCode.UNKNOWN_WRITE_OUTCOME.value(), Json.NULL));
        }
        if (!drafts.isEmpty()) {
            stream.append(drafts);
        }
    }

    private static Records.Draft resolution(RunHistory history, String callId, CallResolution resolution) {
        RunFold run = history.runs().stream()
                .filter(each -> each.invocation(callId).isPresent() && each.has(InvocationState.UNKNOWN))
                .findFirst()
                .orElse(history.root());
        long inDoubt = history.runs().stream()
                .mapToLong(each -> each.invocations(InvocationState.UNKNOWN).size())
                .sum();
        String tool = run.invocation(callId).map(Invocation::tool).orElse("");
        return Records.resolved(
                run.started().runId(), Observations.resolved(callId, tool, resolution), resolution, inDoubt <= 1);
    }

    private Run snapshot(RunIdentity run) {
        return find(run).orElseThrow(() -> notFound(run.runId()));
    }

    /**
     * Takes a run from whoever drives it and closes it: reads were interrupted, and a write that was going on is in doubt and makes the run wait. A run that
     * waits is cancelled whatever it waits for. One that has ended stays as it is.
     */
    Run cancel(RunIdentity run, String reason) {
        RunStream stream = parts.runs().seize(run, owner());
        try {
            if (!stream.read(RunHistory::state).isTerminal()) {
                stream.append(cancelling(stream, reason));
            }
            return snapshot(run);
        } finally {
            stream.release();
        }
    }

    private static List<Records.Draft> cancelling(RunStream stream, String reason) {
        String runId = stream.run().runId();
        List<Records.Draft> drafts = new ArrayList<>(stream.read(RunRecovery::closings));
        boolean waits = stream.read(RunHistory::state) == RunState.WAITING;
        if (!waits && drafts.stream().anyMatch(RunRecovery::leavesDoubt)) {
            drafts.add(Records.waitingToCancel(runId, ErrorCode.UNKNOWN_WRITE_OUTCOME.value(), reason));
        } else {
            drafts.add(Records.ended(runId, RunState.CANCELLED, RunHandle.CANCELLED, Json.of(reason)));
        }
        return drafts;
    }

    /** Closes a run whose drive does not let go of a tool that ignores everything, and lets its handle end. */
    void closeStuck(RunHandle handle, RunIdentity run, String reason) {
        try {
            cancel(run, reason);
            parts.runs().load(run).ifPresent(history -> handle.ended(RunResult.of(history, used(history))));
        } catch (HarborException e) {
            LOG.warn("run {} could not be closed while its tool still runs", run.runId(), e);
        }
    }

    static RunException notFound(String runId) {
        return new RunException(ErrorCode.ILLEGAL_RUN_STATE, "this session has no run '" + runId + "'");
    }
}
