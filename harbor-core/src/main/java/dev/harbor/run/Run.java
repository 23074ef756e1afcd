package dev.harbor.run;

import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.plan.Trajectory;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is a run as its records tell it at a moment: what it is for, how far it is, what it did and what it found out.
 *
 * <p>Immutable.
 *
 * @param id whose it is and its name
 * @param parentId the run that spawned it, or null
 * @param goal what it is for
 * @param input what it was given, or the stub that stands for it
 * @param profile name and version of its profile as {@code name@vN}, or null
 * @param completion what has to be there for it to be complete, or null when the planner's word counts
 * @param policyRef names the access policy it was started under
 * @param configurationDigest the digest of profile, completion contract, access policy and limits, 64 hexadecimal digits
 * @param limits what it may use
 * @param disallowed the tools that it may not see or call
 * @param eventId the event that it answers, or null
 * @param state how it is
 * @param reason why it is in that state, as a stable code; empty while it runs for the first time
 * @param result what it came to, or what is known about why it waits; JSON null when nothing is
 * @param usage what it and its child runs have used
 * @param invocations its calls in the order in which they were recorded
 * @param evidence what was claimed, observed and verified, in the order of recording
 * @param trajectory its decisions with what came of them, the newest step perhaps not complete
 * @param children the runs that it has spawned, in the order in which they began, as they were at the same moment
 * @param startedAt when it began
 * @param updatedAt when the newest record of it was made
 * @param version the sequence of the newest record of its stream; rises with every change
 */
public record Run(
        RunIdentity id,
        @Nullable String parentId,
        String goal,
        Json input,
        @Nullable String profile,
        @Nullable CompletionContract completion,
        String policyRef,
        String configurationDigest,
        BudgetLimits limits,
        Set<String> disallowed,
        @Nullable String eventId,
        RunState state,
        String reason,
        Json result,
        RunUsage usage,
        List<Invocation> invocations,
        List<RecordedEvidence> evidence,
        Trajectory trajectory,
        List<Run> children,
        Instant startedAt,
        Instant updatedAt,
        long version) {

    /** Checks that nothing is missing and copies the collections. */
    public Run {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(goal, "goal");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(policyRef, "policyRef");
        Objects.requireNonNull(configurationDigest, "configurationDigest");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(trajectory, "trajectory");
        disallowed = Set.copyOf(disallowed);
        invocations = List.copyOf(invocations);
        evidence = List.copyOf(evidence);
        children = List.copyOf(children);
        Objects.requireNonNull(startedAt, "startedAt");
        Objects.requireNonNull(updatedAt, "updatedAt");
    }

    /** Returns the id of the run. */
    public String runId() {
        return id.runId();
    }

    /** Returns the calls of which nobody knows yet whether they had their effect. */
    public List<Invocation> inDoubt() {
        return invocations.stream()
                .filter(call -> call.state() == InvocationState.UNKNOWN)
                .toList();
    }
}
