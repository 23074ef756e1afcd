package dev.harbor.run;

import dev.harbor.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Is a way from one state of a run to the next. There are no others: what is not here can't happen. Immutable. */
public enum RunTransition {
    /** A process drives the run for the first time; its clock starts. */
    STARTED(RunState.QUEUED, RunState.RUNNING, "a process drives the run for the first time; its clock starts"),
    /** The contract is fulfilled. */
    COMPLETED(RunState.RUNNING, RunState.SUCCEEDED, "its contract is fulfilled"),
    /** It can't go on. */
    FAILED(RunState.RUNNING, RunState.FAILED, "it can't go on: an error, a limit, or a planner that gave up"),
    /** It was told to stop while it was driven. */
    CANCELLED(RunState.RUNNING, RunState.CANCELLED, "it was told to stop while it was driven"),
    /** It needs a person or an outside event. */
    WAITS(
            RunState.RUNNING,
            RunState.WAITING,
            "it needs a person or an outside event: a pause, an outcome that nobody knows, evidence that is missing"),
    /** What it waited for has come. */
    RESUMED(RunState.WAITING, RunState.RUNNING, "what it waited for has come, and a process drives it on"),
    /** The last outcome that nobody knew, or the last pause that it needs, was resolved; no process drives the run yet. */
    RESOLVED(
            RunState.WAITING,
            RunState.RUNNING,
            "the last outcome that nobody knew was resolved, or the last pause that it needs; no process drives it yet"),
    /** One of several things that it waits for has come. */
    STILL_WAITS(RunState.WAITING, RunState.WAITING, "one of several things that it waits for has come"),
    /** It was told to stop while it waited. */
    CANCELLED_WHILE_WAITING(RunState.WAITING, RunState.CANCELLED, "it was told to stop while it waited"),
    /** Another process drives the run on, after the one that drove it died or lost it. */
    TAKEN_OVER(
            RunState.RUNNING,
            RunState.RUNNING,
            "another process drives it on, after the one that drove it died or lost it");

    private final RunState from;
    private final RunState to;
    private final String meaning;

    RunTransition(RunState from, RunState to, String meaning) {
        this.from = from;
        this.to = to;
        this.meaning = meaning;
    }

    /** Returns the state that it leads away from. */
    public RunState from() {
        return from;
    }

    /** Returns the state that it leads to. */
    public RunState to() {
        return to;
    }

    /** Returns what has happened, in one line for people. */
    public String meaning() {
        return meaning;
    }

    /** Returns the spelling in journals: the lower-case name. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the ways out of a state, in the order of their declaration; none if and only if it is terminal. */
    public static List<RunTransition> leaving(RunState state) {
        return Arrays.stream(values()).filter(each -> each.from == state).toList();
    }

    /** Returns the ways from one state to another, in the order of their declaration; none if there is no way. */
    public static List<RunTransition> between(RunState from, RunState to) {
        return leaving(from).stream().filter(each -> each.to == to).toList();
    }

    /** Tells whether a run in that state can go this way. */
    public boolean isAllowedFrom(RunState state) {
        return Objects.requireNonNull(state, "state") == from;
    }

    /**
     * Returns the state that a run comes to.
     *
     * @param state the state that the run is in
     * @throws RunException with code {@link ErrorCode#ILLEGAL_RUN_STATE} if it can't go this way, naming the ways that it can go
     */
    public RunState next(RunState state) {
        if (!isAllowedFrom(state)) {
            throw new RunException(
                    ErrorCode.ILLEGAL_RUN_STATE,
                    "a run that is " + state.wireName() + " can't go the way '" + wireName() + "', which leaves "
                            + from.wireName() + "; allowed are "
                            + leaving(state).stream()
                                    .map(RunTransition::wireName)
                                    .toList());
        }
        return to;
    }
}
