package dev.harbor.runtime;

import dev.harbor.json.Json;
import dev.harbor.plan.Planner;
import dev.harbor.run.Profile;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a run to go on, after its process has died, after what was in doubt was resolved, or after it was paused.
 *
 * <p>Immutable.
 */
public final class ResumeRequest {

    private final String runId;
    private final @Nullable Json input;
    private final @Nullable Planner planner;
    private final @Nullable Profile profile;
    private final @Nullable AcceptedDrift drift;

    /** Is the word of somebody that a run may go on under another configuration. */
    record AcceptedDrift(String reason, String actor) {}

    private ResumeRequest(
            String runId,
            @Nullable Json input,
            @Nullable Planner planner,
            @Nullable Profile profile,
            @Nullable AcceptedDrift drift) {
        this.runId = Objects.requireNonNull(runId, "runId");
        this.input = input;
        this.planner = planner;
        this.profile = profile;
        this.drift = drift;
    }

    /** Returns a request for a run. */
    public static ResumeRequest of(String runId) {
        return new ResumeRequest(runId, null, null, null, null);
    }

    /**
     * Returns this request with something new for the planner, which sees it as an observation with the status {@code input}. A run that waits because its
     * completion contract is not fulfilled goes on with new input only. Heavy input is stored, and the planner sees its stub.
     */
    public ResumeRequest input(Json newInput) {
        return new ResumeRequest(runId, Objects.requireNonNull(newInput, "input"), planner, profile, drift);
    }

    /** Returns this request with a planner, for a run that was started with one of its own. */
    public ResumeRequest planner(Planner newPlanner) {
        return new ResumeRequest(runId, input, Objects.requireNonNull(newPlanner, "planner"), profile, drift);
    }

    /** Returns this request with the profile of the run, when the runtime does not know it by name. */
    public ResumeRequest profile(Profile newProfile) {
        return new ResumeRequest(runId, input, planner, Objects.requireNonNull(newProfile, "profile"), drift);
    }

    /**
     * Returns this request for a run that may go on although its configuration, or a tool that it has called, is not the one that it began with. What differs,
     * who accepted it and why go on record.
     *
     * @throws IllegalArgumentException if one of the texts is blank
     */
    public ResumeRequest acceptDrift(String reason, String actor) {
        if (reason.isBlank() || actor.isBlank()) {
            throw new IllegalArgumentException("accepting a drift takes a reason and an actor");
        }
        return new ResumeRequest(runId, input, planner, profile, new AcceptedDrift(reason, actor));
    }

    String runId() {
        return runId;
    }

    @Nullable
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

    @Nullable
    AcceptedDrift drift() {
        return drift;
    }
}
