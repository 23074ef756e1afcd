package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.SnapshotHold;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.error.StoreException;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.PlannerDecided;
import dev.harbor.event.RunEnded;
import dev.harbor.event.RunResumed;
import dev.harbor.event.RunStarted;
import dev.harbor.history.RecordType;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunBudget;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.Cancellation;
import dev.harbor.run.Profile;
import dev.harbor.run.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one run: recover, then advertise, decide, dispatch and observe, until it ends or waits. What it has done it asks the records, so that going on after
 * a crash is going on. What follows from a decision returns whether the drive goes on. Confined to the thread that drives, apart from what it is built of.
 */
final class RunDrive implements Decision.Visitor<Boolean> {

    private static final String PERSISTENCE_FAILURE = "persistence_failure";

    private static final Logger LOG = LoggerFactory.getLogger(RunDrive.class);

    private final RuntimeParts parts;
    private final RunStream stream;
    private final StartedRun started;
    private final Planner planner;
    private final @Nullable Profile profile;
    private final RunBudget budget;
    private final RunSignals signals;
    private final RunLedger ledger;
    private final ChildRuns children;
    private final RunTurn turn;
    private final RunParking parking;

    private @Nullable CatalogSnapshot snapshot;
    private @Nullable End end;
    private boolean traced;
    private final List<Draft> lastWords = new ArrayList<>();

    /** Is how a drive ends. */
    private record End(RunState state, String reason, Json result) {}

    private static final End IN_DOUBT = new End(RunState.WAITING, ErrorCode.UNKNOWN_WRITE_OUTCOME.value(), Json.NULL);

    RunDrive(
            RuntimeParts parts,
            RunStream stream,
            StartedRun started,
            Planner planner,
            @Nullable Profile profile,
            RunBudget budget,
            RunSignals signals) {
        this.parts = parts;
        this.stream = stream;
        this.started = started;
        this.planner = planner;
        this.profile = profile;
        this.budget = budget;
        this.signals = signals;
        this.ledger = new RunLedger(this);
        this.children = new ChildRuns(this);
        this.turn = new RunTurn(this);
        this.parking = new RunParking(this);
    }

    RuntimeParts parts() {
        return parts;
    }

    Identity identity() {
        return stream.run().identity();
    }

    String runId() {
        return started.runId();
    }

    StartedRun started() {
        return started;
    }

    Planner planner() {
        return planner;
    }

    @Nullable
    Profile profile() {
        return profile;
    }

    RunBudget budget() {
        return budget;
    }

    RunStream stream() {
        return stream;
    }

    RunLedger ledger() {
        return ledger;
    }

    RunParking parking() {
        return parking;
    }

    RunSignals signals() {
        return signals;
    }

    Cancellation cancellation() {
        return signals.cancellation();
    }

    CatalogSnapshot snapshot() {
        return Objects.requireNonNull(snapshot, "no turn is running");
    }

    ScopedArtifacts artifacts() {
        return parts.safety().artifacts(scope());
    }

    LlmClient model() {
        return new MeteredLlm(parts.model(), this);
    }

    Instant now() {
        return parts.clock().instant();
    }

    ArtifactScope scope() {
        return new ArtifactScope(identity(), runId());
    }

    <T> T read(Function<RunFold, T> question) {
        return stream.read(runId(), question);
    }

    void append(Draft... drafts) {
        stream.append(drafts);
    }

    void emit(HarborEvent event) {
        parts.events().accept(event);
    }

    /** Drives a run that has just begun; never throws. */
    RunResult drive() {
        emit(new RunStarted(identity(), runId(), now(), started.goal().length()));
        return run(false);
    }

    /** Drives a run that was begun before; never throws. */
    RunResult driveOn() {
        emit(new RunResumed(
                identity(),
                runId(),
                now(),
                read(fold -> fold.trajectory().size()),
                read(fold -> fold.trace().orElse(null))));
        return run(started.depth() == 0);
    }

    /** The root run recovers for the whole stream, before anybody else works on it. */
    private RunResult run(boolean isRecovering) {
        try {
            if (isRecovering) {
                new RunRecovery(this).recover();
            }
            waitIfInDoubt();
            endIfItShouldHave();
            if (end == null) {
                goOn();
            }
            do {
                while (end == null) {
                    step();
                }
            } while (isAnswered());
        } catch (StoreException e) {
            stopAt(e);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            LOG.error("run {} met a fault of the runtime or an SPI", runId(), e);
            end(RunState.FAILED, "internal_error", Json.NULL);
        }
        End how = unlessCancelled(Objects.requireNonNull(end));
        children.stop(how.state());
        return finish(how.state().isTerminal() && isInDoubt() ? IN_DOUBT : how);
    }

    /** A run that was cancelled waits for nothing but the end of a doubt. */
    private End unlessCancelled(End how) {
        boolean waits = how.state() == RunState.WAITING && !how.equals(IN_DOUBT);
        if (!waits || signals.isLeaving() || !isCancelled()) {
            return how;
        }
        lastWords.removeIf(draft -> draft.type().equals(RecordType.PAUSED));
        parking.withdraw();
        return new End(RunState.CANCELLED, RunHandle.CANCELLED, Json.NULL);
    }

    /** A call that ends the run may be on record while the end is not, because the process died in between. */
    private void endIfItShouldHave() {
        String reason = read(RunCalls::endingReason);
        if (reason != null && end == null) {
            end(RunState.FAILED, reason, Json.NULL);
        }
    }

    /** What a store refuses for a while is no reason to end a run: it is left as it is on record, and can be resumed. */
    private void stopAt(StoreException e) {
        if (e.code().equals(ErrorCode.ILLEGAL_RUN_STATE)) {
            LOG.error("run {} met a fault of the runtime: a record does not follow from those before", runId(), e);
            end(RunState.FAILED, "internal_error", Json.NULL);
        } else {
            LOG.warn("run {} stops, because a store takes nothing", runId(), e);
            end(RunState.RUNNING, lost(e), Json.NULL);
        }
    }

    /** Tells whether the calls that this drive was to wait for were all answered meanwhile, and takes its end back then. */
    private boolean isAnswered() {
        boolean waitsForCalls = end != null
                && end.state() == RunState.WAITING
                && end.reason().startsWith("pause:")
                && !read(RunFold::pendingCallIds).isEmpty();
        if (!waitsForCalls || read(RunFold::isBlocked)) {
            return false;
        }
        stream.append(List.copyOf(lastWords));
        lastWords.clear();
        end = null;
        return true;
    }

    private void goOn() {
        if (read(RunFold::state) == RunState.WAITING) {
            append(Records.resumed(runId(), List.of()));
        }
        boolean isEnding = read(RunFold::pending).orElse(null) instanceof Decision.Finish;
        if (!isCancelled() && !isEnding) {
            children.restore();
        }
    }

    private void step() {
        if (signals.isLeaving()) {
            end(RunState.RUNNING, "left", Json.NULL);
            return;
        }
        if (isCancelled()) {
            end(RunState.CANCELLED, RunHandle.CANCELLED, Json.NULL);
            return;
        }
        try (SnapshotHold held = parts.hold(started)) {
            if (held == null) {
                end(RunState.RUNNING, "left", Json.NULL);
                return;
            }
            snapshot = held.snapshot();
            Optional<Decision> pending = read(RunFold::pending);
            if (pending.isPresent()) {
                pending.get().accept(this);
            } else {
                decide();
            }
        }
    }

    private boolean isCancelled() {
        return cancellation().isCancelled() || read(RunFold::cancelRequest).isPresent();
    }

    private void decide() {
        if (parking.isToldToWait()) {
            return;
        }
        if (endIfExhausted(budget.reserveStep())) {
            return;
        }
        Decision decision = turn.decide();
        if (decision != null && !endIfExhausted(budget.exhausted())) {
            append(Records.decided(runId(), decision, newCallIds(decision), turn.controlsSeen(), newTrace()));
            emit(new PlannerDecided(
                    identity(), runId(), now(), read(fold -> fold.trajectory().size()) + 1, Records.nameOf(decision)));
            decision.accept(this);
        }
    }

    /** Each drive has one trace, which is on record once. */
    private @Nullable String newTrace() {
        String parent = traced ? null : parts.traceParent();
        traced = true;
        return parent;
    }

    private boolean endIfExhausted(@Nullable String exhausted) {
        if (exhausted != null) {
            end(RunState.FAILED, exhausted, Json.NULL);
        }
        return exhausted != null;
    }

    private List<String> newCallIds(Decision decision) {
        int count = decision instanceof Decision.CallTool
                ? 1
                : decision instanceof Decision.CallParallel many ? many.calls().size() : 0;
        long last = read(RunFold::lastCall);
        List<String> ids = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            ids.add("c" + (last + i));
        }
        return ids;
    }

    @Override
    public Boolean callTool(Decision.CallTool decision) {
        return calls(List.of(decision.call()), JoinPolicy.ALL);
    }

    @Override
    public Boolean callParallel(Decision.CallParallel decision) {
        return calls(decision.calls(), decision.join());
    }

    private Boolean calls(List<ToolRequest> wanted, JoinPolicy join) {
        new RunCalls(this).make(wanted, join);
        return !hasEnded();
    }

    /** Ends the drive when calls have left a doubt, or were refused for want of budget. */
    void endAfterCalls() {
        waitIfInDoubt();
        if (end == null) {
            endIfExhausted(ledger.exhausted());
        }
    }

    /** Waits when a write of this run or of a child run is in doubt: it must not be repeated, and nobody may build on it. */
    private void waitIfInDoubt() {
        if (isInDoubt()) {
            end = IN_DOUBT;
        }
    }

    private boolean isInDoubt() {
        return ledger.isInDoubt() || stream.read(new InDoubt(runId()));
    }

    @Override
    public Boolean spawnTask(Decision.SpawnTask decision) {
        children.spawn(decision);
        return !hasEnded();
    }

    @Override
    public Boolean awaitTask(Decision.AwaitTask decision) {
        Observation seen = children.await(decision.taskId());
        if (seen != null) {
            append(Records.observed(runId(), List.of(seen)));
        }
        return !hasEnded();
    }

    @Override
    public Boolean requestPause(Decision.RequestPause decision) {
        parking.request(decision);
        return !hasEnded();
    }

    @Override
    public Boolean finish(Decision.Finish decision) {
        new RunCompletion(this).finish(decision);
        return !hasEnded();
    }

    /** Says how the drive ends; what was said first stays. */
    void end(RunState state, String reason, Json result) {
        if (state == RunState.CANCELLED && signals.isLeaving()) {
            end(RunState.RUNNING, "left", Json.NULL);
        } else if (end == null) {
            end = new End(state, reason, result);
        }
    }

    /** Keeps records for the append that says how the drive ends: they are on record with that, or not at all. */
    void recordWithEnd(List<Draft> drafts) {
        lastWords.addAll(drafts);
    }

    boolean hasEnded() {
        return end != null;
    }

    /** Ends the run because its planner, its profile or an SPI failed. */
    void fail(String reason, Exception why) {
        if (why instanceof StoreException store) {
            throw store;
        }
        if (cancellation().isCancelled()) {
            end(RunState.CANCELLED, RunHandle.CANCELLED, Json.NULL);
            return;
        }
        String exhausted = budget.exhausted();
        boolean isBudget = why instanceof HarborException known && known.code().equals(ErrorCode.BUDGET_EXHAUSTED);
        if (isBudget || exhausted != null) {
            end(RunState.FAILED, exhausted != null ? exhausted : RunBudget.MODEL, Json.NULL);
        } else {
            LOG.warn("run {} fails: {}", runId(), reason, why);
            end(RunState.FAILED, reason, Json.NULL);
        }
    }

    private RunResult finish(End how) {
        End recorded = record(how);
        if (recorded.equals(how)) {
            parking.onRecord();
        }
        emit(new RunEnded(
                identity(),
                runId(),
                now(),
                recorded.state().wireName(),
                recorded.reason(),
                budget.usage().elapsed()));
        return RunResult.of(
                stream,
                runId(),
                recorded.state(),
                recorded.reason(),
                recorded.result(),
                budget.usage(),
                recorded.state().isTerminal() ? List.of() : parking.tokens());
    }

    /** An interrupt must not reach the journal. */
    private End record(End how) {
        boolean interrupted = Thread.interrupted();
        try {
            return recordEnd(how);
        } catch (RuntimeException e) {
            LOG.error("run {} came to {} ({}), but that is not on record", runId(), how.state(), how.reason(), e);
            return new End(read(RunFold::state), lost(e), Json.NULL);
        } finally {
            children.releaseIfRoot();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A tool that was given up may still make calls, and have calls end, until the run has ended: what is open is looked at in the step that ends it. */
    private End recordEnd(End how) {
        Json visible = parts.safety()
                .settle(how.result(), scope(), "run.result", parts.safety().thresholdBytes())
                .visible();
        AtomicBoolean isInDoubt = new AtomicBoolean();
        stream.append(lastWords, history -> {
            List<Draft> open = openCalls(how.state());
            isInDoubt.set(how.state().isTerminal() && open.stream().anyMatch(RunRecovery::leavesDoubt));
            return isInDoubt.get() ? lastRecords(IN_DOUBT, open, Json.NULL) : lastRecords(how, open, visible);
        });
        return isInDoubt.get() ? IN_DOUBT : how;
    }

    private List<Draft> openCalls(RunState next) {
        return next.isTerminal() ? read(RunRecovery::closings) : read(RunRecovery::interruptions);
    }

    private List<Draft> lastRecords(End how, List<Draft> open, Json visible) {
        List<Draft> drafts = new ArrayList<>();
        if (how.state().isTerminal()) {
            drafts.addAll(open);
            drafts.addAll(children.endings());
            drafts.add(Records.ended(runId(), how.state(), how.reason(), visible));
        } else if (how.state() == RunState.WAITING && !isWaitingFor(how.reason())) {
            drafts.addAll(open);
            drafts.add(waiting(how.reason(), visible));
        }
        return drafts;
    }

    private boolean isWaitingFor(String reason) {
        return read(fold -> fold.state() == RunState.WAITING && fold.reason().equals(reason));
    }

    /** Who cancelled a run does not want it to go on once a doubt is resolved. */
    private Draft waiting(String reason, Json visible) {
        String cancelled = signals.isLeaving() ? null : cancellation().reason();
        return cancelled == null
                ? Records.waiting(runId(), reason, visible)
                : Records.waitingToCancel(runId(), reason, cancelled);
    }

    /** Returns why a drive can record nothing more. */
    static String lost(@Nullable Throwable e) {
        boolean isStale = e instanceof HarborException known && known.code().equals(ErrorCode.STALE_WRITE);
        return isStale ? "taken_over" : PERSISTENCE_FAILURE;
    }
}
