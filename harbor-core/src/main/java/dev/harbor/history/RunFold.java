package dev.harbor.history;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import dev.harbor.pause.Control;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is one run of a stream as far as its records tell. Guarded by whoever owns the {@link RunHistory}. */
public final class RunFold {

    /** The most tools that are shown because a search has found them. */
    private static final int MAX_DISCOVERED = 128;

    private final StartedRun started;
    private final Instant startedAt;
    private final Map<String, Invocation> invocations = new LinkedHashMap<>();
    private final Map<String, String> providerIds = new HashMap<>();
    private final List<RecordedEvidence> evidence = new ArrayList<>();
    private final Set<String> evidenceIds = new HashSet<>();
    private final Set<String> unsettled = new LinkedHashSet<>();
    private final List<Observation> said = new ArrayList<>();
    private final RunPauses pauses = new RunPauses();
    private final RunControls controls = new RunControls();
    private final KeptSteps kept = new KeptSteps();
    private final RunNodes nodes = new RunNodes();
    private final Set<String> discovered = new LinkedHashSet<>();

    private Map<String, String> configuration;
    private Instant updatedAt;
    private RunState state = RunState.RUNNING;
    private String reason = "";
    private Json result = Json.NULL;
    private @Nullable OpenStep open;
    private @Nullable String cancel;
    private @Nullable String trace;
    private int children;
    private long lastCall;
    long steps;
    long modelCalls;
    long toolCalls;
    long outputBytes;
    long tokens;
    long costMicros;

    RunFold(StartedRun started, Instant at) {
        this.started = started;
        this.startedAt = at;
        this.updatedAt = at;
        this.configuration = started.configuration();
    }

    /** Returns what the run was started with. */
    public StartedRun started() {
        return started;
    }

    /** Returns when it was started. */
    public Instant startedAt() {
        return startedAt;
    }

    /** Returns when the newest of its records was made. */
    public Instant updatedAt() {
        return updatedAt;
    }

    /** Returns how it is. */
    public RunState state() {
        return state;
    }

    /** Returns why it is in that state; empty while it runs for the first time. */
    public String reason() {
        return reason;
    }

    /** Returns why it is to be cancelled as soon as nothing is in doubt; empty when it is not. */
    public Optional<String> cancelRequest() {
        return Optional.ofNullable(cancel);
    }

    /** Returns the {@code traceparent} of the newest drive that is on record; empty if none had a trace. */
    public Optional<String> trace() {
        return Optional.ofNullable(trace);
    }

    void traced(@Nullable String parent) {
        if (parent != null) {
            trace = parent;
        }
    }

    RunPauses pauses() {
        return pauses;
    }

    /** Returns the pauses that are not resolved, in the order in which they were opened. */
    public List<OpenPause> openPauses() {
        return pauses.open();
    }

    /** Returns what is known of a pause that is open, or was resolved. */
    public List<OpenPause> everyPause() {
        return pauses.all();
    }

    /** Returns the open pause of a call, or of one of its nodes. */
    public Optional<OpenPause> openPauseOf(String callId) {
        return pauses.openOf(callId);
    }

    /** Returns the pause of a call that was approved and not used yet, the newest. */
    public Optional<OpenPause> approvalOf(String callId) {
        return pauses.approvalOf(callId);
    }

    /** Returns the pause of a call whose tool waited and may go on, and has not yet. */
    public Optional<OpenPause> resumptionOf(String callId) {
        return pauses.resumptionOf(callId);
    }

    /** Returns the pauses of tools that have to hear that their calls will not go on, by their calls. */
    public Map<String, OpenPause> abandoned() {
        return pauses.abandoned();
    }

    /** Returns the open pause of the run itself. */
    public Optional<OpenPause> ownPause() {
        return pauses.own();
    }

    /** Tells whether the run can't go on before a pause is resolved. When not all calls of a decision have to succeed, those that were resolved are enough. */
    public boolean isBlocked() {
        return isBlockedWithout("");
    }

    /** Tells whether the run could not go on if one of its pauses were resolved. */
    public boolean isBlockedWithout(String pauseId) {
        if (pauses.own().filter(pause -> !pause.id().equals(pauseId)).isPresent()) {
            return true;
        }
        if (open == null) {
            return false;
        }
        OpenStep step = open;
        List<String> left = step.callIds().stream()
                .filter(id -> !step.seen().containsKey(id))
                .toList();
        long waiting = left.stream().filter(id -> pauses.waits(id, pauseId)).count();
        boolean needsAll = !(step.decision() instanceof Decision.CallParallel many)
                || many.join().kind() == JoinPolicy.Kind.ALL;
        return needsAll ? waiting > 0 : !left.isEmpty() && waiting == left.size();
    }

    /** Returns what the nodes of composed calls that are open have come to. */
    public RunNodes nodes() {
        return nodes;
    }

    /** Returns the ids of the tools that a search has found, the newest 128 at most. */
    public Set<String> discovered() {
        return Set.copyOf(discovered);
    }

    void discovered(List<String> tools) {
        tools.forEach(discovered::remove);
        discovered.addAll(tools);
        Iterator<String> oldest = discovered.iterator();
        for (int extra = discovered.size() - MAX_DISCOVERED; extra > 0; extra--) {
            oldest.next();
            oldest.remove();
        }
    }

    /** Returns what was wanted of the run from outside. */
    public RunControls controls() {
        return controls;
    }

    void controlled(Control control) {
        controls.add(control);
        RunControls.heard(control).ifPresent(seen -> hear(List.of(seen)));
    }

    /** Returns what it came to. */
    public Json result() {
        return result;
    }

    /** Returns the steps of which everything is known. */
    public Trajectory trajectory() {
        return kept.trajectory();
    }

    /** Returns the steps, and of one that is not complete what is known. */
    public Trajectory visible() {
        return open == null ? trajectory() : trajectory().plus(open.step(said));
    }

    /** Returns the decision that is being followed; empty between decisions. */
    public Optional<Decision> pending() {
        return open == null ? Optional.empty() : Optional.of(open.decision());
    }

    /** Returns the ids of the calls of the decision that is being followed. */
    public List<String> pendingCallIds() {
        return open == null ? List.of() : List.copyOf(open.callIds());
    }

    /** Returns what is known for good of the calls of the decision that is being followed. */
    public Map<String, Observation> pendingSeen() {
        return open == null ? Map.of() : Map.copyOf(open.seen());
    }

    /** Returns the calls, in the order in which they were recorded. */
    public List<Invocation> invocations() {
        return List.copyOf(invocations.values());
    }

    /** Returns the calls that have not ended for good and are in a state. */
    public List<Invocation> unsettled(InvocationState wanted) {
        return unsettled.stream()
                .map(invocations::get)
                .filter(call -> call.state() == wanted)
                .toList();
    }

    /** Tells whether a call is in doubt. */
    public boolean isInDoubt() {
        return !unsettled(InvocationState.UNKNOWN).isEmpty();
    }

    /** Returns a call. */
    public Optional<Invocation> invocation(String callId) {
        return Optional.ofNullable(invocations.get(callId));
    }

    /** Returns the evidence, in the order of recording. */
    public List<RecordedEvidence> evidence() {
        return List.copyOf(evidence);
    }

    /** Tells whether evidence has an id already. */
    public boolean hasEvidence(String id) {
        return evidenceIds.contains(id);
    }

    /** Returns the configuration that it was started under, or that was accepted since. */
    public Map<String, String> configuration() {
        return configuration;
    }

    void accepted(Map<String, String> newConfiguration) {
        configuration = newConfiguration;
    }

    /** Returns how many child runs it has spawned. */
    public int children() {
        return children;
    }

    /** Returns the number of the newest call. */
    public long lastCall() {
        return lastCall;
    }

    @Nullable
    String providerId(String callId) {
        return providerIds.get(callId);
    }

    void touch(Instant at) {
        updatedAt = at;
    }

    void childSpawned() {
        children++;
    }

    void decided(Decision decision, List<String> callIds, Map<String, String> idsOfProvider) {
        steps++;
        lastCall += callIds.size();
        providerIds.putAll(idsOfProvider);
        open = new OpenStep(decision, callIds);
    }

    void observed(List<Observation> observations) {
        if (open != null && open.callIds().isEmpty()) {
            complete(new Trajectory.Step(open.decision(), observations));
        } else {
            hear(observations);
        }
    }

    /** Takes what people say: it belongs to the newest step, and when that is not complete, or there is none, it waits until one is. */
    void hear(List<Observation> observations) {
        Trajectory.Step last = kept.last().orElse(null);
        if (open != null || last == null) {
            said.addAll(observations);
        } else if (!observations.isEmpty()) {
            kept.replaceLast(OpenStep.with(last, observations));
        }
    }

    private void complete(Trajectory.Step step) {
        kept.add(OpenStep.with(step, said));
        said.clear();
        open = null;
    }

    /** Returns the place of a call among the calls of the run. */
    long placeOf(String callId) {
        Invocation known = invocations.get(callId);
        return known == null ? invocations.size() + 1L : known.sequence();
    }

    void record(Invocation invocation) {
        invocations.put(invocation.callId(), invocation);
        if (invocation.state().isTerminal()) {
            unsettled.remove(invocation.callId());
        } else {
            unsettled.add(invocation.callId());
        }
    }

    void see(Observation observation) {
        if (open != null) {
            open.see(observation);
            if (open.isComplete()) {
                complete(open.step(List.of()));
            }
        }
    }

    void seeForNow(Observation observation) {
        if (open != null) {
            open.seeForNow(observation);
        }
    }

    void claim(String callId, long sequence, Instant at, List<Evidence> claims) {
        for (Evidence claim : claims) {
            evidence.add(new RecordedEvidence(claim, callId, sequence, at));
            evidenceIds.add(claim.id());
        }
    }

    void waits(String why, Json what, @Nullable String cancelWhy) {
        cancel = cancelWhy == null ? cancel : cancelWhy;
        state = RunState.WAITING;
        reason = why;
        result = what;
    }

    /** Who lets a run go on that was told to wait takes that back, and input answers whatever input can answer. */
    void goesOn() {
        if (state == RunState.WAITING) {
            controls.goOn();
        }
        resumed("");
        pauses.answered();
    }

    void resumed(String why) {
        state = RunState.RUNNING;
        reason = why;
        result = Json.NULL;
    }

    void ended(RunState how, String why, Json what) {
        if (open != null && open.callIds().isEmpty()) {
            observed(List.of());
        }
        pauses.closeAll();
        state = how;
        reason = why;
        result = what;
    }
}
