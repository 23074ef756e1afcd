package dev.harbor.history;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.journal.JournalEntry;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.RunState;
import dev.harbor.run.RunTransition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds what records may follow which: an intent is new, a result has its intent and comes once, evidence has an id of its own, and an end is an end. */
final class RunContracts {

    /** What a call that was intended comes to; one that was refused never was. */
    private static final Set<InvocationState> RESULTS = Set.of(
            InvocationState.SUCCEEDED,
            InvocationState.FAILED,
            InvocationState.UNKNOWN,
            InvocationState.INTERRUPTED,
            InvocationState.CANCELLED);

    private static final Set<InvocationState> OPEN = Set.of(InvocationState.PENDING, InvocationState.UNKNOWN);

    private static final Set<String> CHANGES = Set.of(
            RecordType.WAITING,
            RecordType.RESUMED,
            RecordType.CALL_RESOLVED,
            RecordType.PAUSE_RESOLVED,
            RecordType.ENDED);

    private final RunHistory history;
    private final Map<String, RunState> states = new HashMap<>();
    private final Set<String> intended = new HashSet<>();
    private final Set<String> claimed = new HashSet<>();
    private final Set<String> resolved = new HashSet<>();
    private final Map<String, RunFold> started = new HashMap<>();

    private RunContracts(RunHistory history) {
        this.history = history;
    }

    /**
     * Checks records before they are appended.
     *
     * @throws StoreException with {@link ErrorCode#ILLEGAL_RUN_STATE} if one may not follow
     */
    static void check(RunHistory history, List<JournalEntry> entries) {
        RunContracts contracts = new RunContracts(history);
        entries.forEach(contracts::check);
    }

    /** Returns the state of a run after a record. */
    static RunState stateAfter(RunState state, String runId, JournalEntry entry) {
        Members data = members(entry);
        if (!data.text("run_id").equals(runId)) {
            return state;
        }
        return switch (entry.type()) {
            case RecordType.STARTED, RecordType.RESUMED -> RunState.RUNNING;
            case RecordType.WAITING -> RunState.WAITING;
            case RecordType.CALL_RESOLVED, RecordType.PAUSE_RESOLVED ->
                data.has("run_state") ? RunState.RUNNING : state;
            case RecordType.ENDED -> RunState.valueOf(data.text("state").toUpperCase(Locale.ROOT));
            default -> state;
        };
    }

    private static Members members(JournalEntry entry) {
        return new Members("a new '" + entry.type() + "' record", entry.data());
    }

    private void check(JournalEntry entry) {
        Members data = members(entry);
        String runId = data.text("run_id");
        RunFold run = history.run(runId).orElse(started.get(runId));
        if (entry.type().equals(RecordType.STARTED)) {
            require(run == null, "run '" + runId + "' was started before");
            started.put(runId, new RunFold(StartedRun.read(data), entry.at()));
            return;
        }
        require(run != null, "run '" + runId + "' was not started");
        RunFold known = Objects.requireNonNull(run);
        if (entry.type().equals(RecordType.CALL_ABANDONED)) {
            checkAbandoned(known, data);
            return;
        }
        checkWay(known, entry);
        switch (entry.type()) {
            case RecordType.CALL_INTENDED -> checkIntent(known, data);
            case RecordType.CALL_SETTLED -> checkResult(known, data);
            case RecordType.CALL_PAUSED -> checkWait(known, data);
            case RecordType.CALL_RESOLVED -> checkResolution(known, data);
            case RecordType.DECIDED ->
                require(known.pending().isEmpty(), "run '" + runId + "' has not followed its last decision yet");
            case RecordType.PAUSE_RESOLVED -> checkPause(known, data);
            default -> checkEvidence(known, data);
        }
    }

    /** A run changes its state in the ways that there are, records of the same append counted in. */
    private void checkWay(RunFold run, JournalEntry entry) {
        String runId = run.started().runId();
        RunState from = states.getOrDefault(runId, run.state());
        require(!from.isTerminal(), "run '" + runId + "' has ended as " + from);
        if (CHANGES.contains(entry.type())) {
            RunState to = stateAfter(from, runId, entry);
            require(
                    !RunTransition.between(from, to).isEmpty(),
                    "run '" + runId + "' is " + from + " and can't become " + to);
            states.put(runId, to);
        }
    }

    private void checkIntent(RunFold run, Members data) {
        String callId = data.text("call_id");
        InvocationState state = stateOf(run, callId);
        require(
                intended.add(callId) && (state == null || state == InvocationState.PAUSED || isMadeAgain(run, callId)),
                "call '" + callId + "' was recorded before");
    }

    /** A node that was interrupted had no effect, and is made again when its parent is. */
    private static boolean isMadeAgain(RunFold run, String callId) {
        return stateOf(run, callId) == InvocationState.INTERRUPTED
                && run.nodes().isNode(callId);
    }

    /** A call that has ended does not wait, and a tool does not wait that was not called. */
    private static void checkWait(RunFold run, Members data) {
        String callId = data.text("call_id");
        InvocationState state = stateOf(run, callId);
        InvocationState before = data.has("suspension") ? InvocationState.PENDING : InvocationState.PAUSED;
        boolean mayWait = state == null || state == before || isMadeAgain(run, callId);
        require(mayWait, "call '" + callId + "' is " + state + " and can't wait");
    }

    private void checkResult(RunFold run, Members data) {
        String callId = data.text("call_id");
        require(
                intended.contains(callId) || stateOf(run, callId) == InvocationState.PENDING,
                "call '" + callId + "' was not intended, or has its result");
        String state = data.text("state");
        require(
                RESULTS.stream().anyMatch(each -> each.wireName().equals(state)),
                "call '" + callId + "' can't come to be " + state);
        checkEvidence(run, data);
    }

    private void checkResolution(RunFold run, Members data) {
        String callId = data.text("call_id");
        Invocation call = run.invocation(callId).orElse(null);
        require(
                call != null && OPEN.contains(call.state()) && call.resolution() == null,
                "call '" + callId + "' is not in doubt, or was resolved before");
        checkEvidence(run, data);
    }

    private void checkPause(RunFold run, Members data) {
        String id = data.text("pause_id");
        require(
                resolved.add(id)
                        && run.openPauses().stream().anyMatch(open -> open.id().equals(id)),
                "pause '" + id + "' is not open");
    }

    /** The one record that may follow the end of a run: tools are told after it. */
    private static void checkAbandoned(RunFold run, Members data) {
        String callId = data.text("call_id");
        require(run.abandoned().containsKey(callId), "the tool of call '" + callId + "' has nothing to be told");
    }

    private void checkEvidence(RunFold run, Members data) {
        data.list("evidence", EvidenceJson::read).forEach(claim -> {
            String id = claim.id();
            require(!id.isEmpty(), "recorded evidence needs an id");
            require(claimed.add(id) && !run.hasEvidence(id), "evidence '" + id + "' was recorded before");
        });
    }

    private static @Nullable InvocationState stateOf(RunFold run, String callId) {
        return run.invocation(callId).map(Invocation::state).orElse(null);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new StoreException(ErrorCode.ILLEGAL_RUN_STATE, message);
        }
    }
}
