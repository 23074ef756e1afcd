package dev.harbor.runtime;

import dev.harbor.json.Json;
import dev.harbor.plan.Planner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.IncomingEvent;
import dev.harbor.run.Profile;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a run.
 *
 * <p>Immutable.
 */
public final class RunRequest {

    /** The most bytes of UTF-8 that a goal may have. */
    public static final int MAX_GOAL_BYTES = 64 * 1024;

    private final String goal;
    private final Json input;
    private final @Nullable Planner planner;
    private final @Nullable Profile profile;
    private final BudgetLimits limits;
    private final Set<String> disallowed;
    private final @Nullable String runId;
    private final @Nullable String eventId;

    private RunRequest(
            String goal,
            Json input,
            @Nullable Planner planner,
            @Nullable Profile profile,
            BudgetLimits limits,
            Set<String> disallowed,
            @Nullable String runId,
            @Nullable String eventId) {
        this.goal = goal;
        this.input = Objects.requireNonNull(input, "input");
        this.planner = planner;
        this.profile = profile;
        this.limits = Objects.requireNonNull(limits, "limits");
        this.disallowed = Set.copyOf(disallowed);
        this.runId = runId;
        this.eventId = eventId;
    }

    /**
     * Returns a request with a goal.
     *
     * @throws IllegalArgumentException if the goal is blank or has more than {@value #MAX_GOAL_BYTES} bytes
     */
    public static RunRequest goal(String goal) {
        if (goal.isBlank()) {
            throw new IllegalArgumentException("a run needs a goal");
        }
        if (Json.of(goal).sizeBytes() > MAX_GOAL_BYTES) {
            throw new IllegalArgumentException(
                    "a goal has at most " + MAX_GOAL_BYTES + " bytes; hand large content over as input");
        }
        return new RunRequest(goal, Json.EMPTY_OBJECT, null, null, BudgetLimits.defaults(), Set.of(), null, null);
    }

    /**
     * Returns a request for what an event asks for. The event names the run, so that one that is delivered twice leads to one run: starting it again is
     * refused.
     */
    public static RunRequest event(IncomingEvent event) {
        return new RunRequest(
                event.goal(),
                event.payload(),
                null,
                null,
                BudgetLimits.defaults(),
                Set.of(),
                event.runId(),
                event.eventId());
    }

    /** Returns this request with input; heavy input is stored, and the planner sees its stub. */
    public RunRequest input(Json newInput) {
        return new RunRequest(goal, newInput, planner, profile, limits, disallowed, runId, eventId);
    }

    /** Returns this request with a planner of its own. */
    public RunRequest planner(Planner newPlanner) {
        return new RunRequest(
                goal,
                input,
                Objects.requireNonNull(newPlanner, "planner"),
                profile,
                limits,
                disallowed,
                runId,
                eventId);
    }

    /** Returns this request with a profile; the evidence that its contract asks for decides then when the run is complete, and not the planner's word. */
    public RunRequest profile(Profile newProfile) {
        return new RunRequest(
                goal,
                input,
                planner,
                Objects.requireNonNull(newProfile, "profile"),
                limits,
                disallowed,
                runId,
                eventId);
    }

    /** Returns this request with limits. */
    public RunRequest limits(BudgetLimits newLimits) {
        return new RunRequest(goal, input, planner, profile, newLimits, disallowed, runId, eventId);
    }

    /** Returns this request with tools that are neither shown nor callable, by name or id. */
    public RunRequest disallow(String... tools) {
        return new RunRequest(goal, input, planner, profile, limits, Set.of(tools), runId, eventId);
    }

    /**
     * Returns this request with an id, so that asking twice for one thing makes one run.
     *
     * @throws IllegalArgumentException if the id is not 1 to 128 characters of {@code [A-Za-z0-9_-]}
     */
    public RunRequest id(String newRunId) {
        if (!newRunId.matches("[A-Za-z0-9_-]{1,128}")) {
            throw new IllegalArgumentException("a run id must match [A-Za-z0-9_-]{1,128}");
        }
        return new RunRequest(goal, input, planner, profile, limits, disallowed, newRunId, eventId);
    }

    String goal() {
        return goal;
    }

    Json input() {
        return input;
    }

    @Nullable
    Planner planner() {
        return planner;
    }

    @Nullable
    Profile profile() {
        return profile;
    }

    BudgetLimits limits() {
        return limits;
    }

    Set<String> disallowed() {
        return disallowed;
    }

    @Nullable
    String runId() {
        return runId;
    }

    @Nullable
    String eventId() {
        return eventId;
    }
}
