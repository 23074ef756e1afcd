package dev.harbor.history;

import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CompletionContract;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Is what a run was started with; it never changes.
 *
 * @param runId the run
 * @param parentId the run that spawned it, or null
 * @param depth how many runs are above it
 * @param goal what it is for
 * @param input what it was given, or the stub that stands for it
 * @param profile its profile as {@code name@vN}, or null
 * @param completion what has to be there in the end, or null
 * @param policyRef names the access policy
 * @param configuration what the configuration digest is taken of, by name
 * @param limits what it may use
 * @param disallowed tools that it may not use
 * @param eventId the event that it answers, or null
 * @param plannedBy whose planner decides
 */
public record StartedRun(
        String runId,
        @Nullable String parentId,
        int depth,
        String goal,
        Json input,
        @Nullable String profile,
        @Nullable CompletionContract completion,
        String policyRef,
        Map<String, String> configuration,
        BudgetLimits limits,
        Set<String> disallowed,
        @Nullable String eventId,
        PlannedBy plannedBy) {

    /** Says whose planner decides. */
    public enum PlannedBy {
        /** That of whichever runtime drives the run. */
        RUNTIME,
        /** One that the run was started with, and that it has to be given again. */
        REQUEST,
        /** Nobody's: the run is one call. */
        NOBODY,
        /** That of the loop whose turn it is, which also has its tools. */
        LOOP
    }

    /** Is a run that a planner drives. */
    public StartedRun(
            String runId,
            @Nullable String parentId,
            int depth,
            String goal,
            Json input,
            @Nullable String profile,
            @Nullable CompletionContract completion,
            String policyRef,
            Map<String, String> configuration,
            BudgetLimits limits,
            Set<String> disallowed,
            @Nullable String eventId) {
        this(
                runId,
                parentId,
                depth,
                goal,
                input,
                profile,
                completion,
                policyRef,
                configuration,
                limits,
                disallowed,
                eventId,
                PlannedBy.RUNTIME);
    }

    /** Returns this run with somebody else to plan it. */
    public StartedRun plannedBy(PlannedBy whose) {
        return new StartedRun(
                runId,
                parentId,
                depth,
                goal,
                input,
                profile,
                completion,
                policyRef,
                configuration,
                limits,
                disallowed,
                eventId,
                whose);
    }

    /** Returns what a child run of this one is started with: everything but goal and input is the same. */
    public StartedRun child(String childId, String childGoal, Json childInput) {
        return new StartedRun(
                childId,
                runId,
                depth + 1,
                childGoal,
                childInput,
                null,
                null,
                policyRef,
                configuration,
                limits,
                disallowed,
                null,
                plannedBy);
    }

    Map<String, Object> toMembers() {
        Map<String, Object> members = Members.of(runId);
        Members.put(members, "parent_id", parentId);
        members.put("depth", depth);
        members.put("goal", goal);
        members.put("input", input);
        Members.put(members, "profile", profile);
        if (completion != null) {
            members.put("completion", contract(completion));
        }
        members.put("policy", policyRef);
        members.put("configuration", configuration);
        members.put("limits", LimitsJson.of(limits));
        if (!disallowed.isEmpty()) {
            members.put("disallowed", new TreeSet<>(disallowed).stream().toList());
        }
        Members.put(members, "event_id", eventId);
        if (plannedBy != PlannedBy.RUNTIME) {
            members.put("planned_by", plannedBy.name().toLowerCase(Locale.ROOT));
        }
        return members;
    }

    private static Map<String, Object> contract(CompletionContract contract) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("mode", contract.mode());
        members.put("version", contract.version());
        members.put("parameters", contract.parameters());
        return members;
    }

    static StartedRun read(Members in) {
        return new StartedRun(
                in.text("run_id"),
                in.optionalText("parent_id"),
                Math.toIntExact(in.number("depth")),
                in.text("goal"),
                in.json("input"),
                in.optionalText("profile"),
                contract(in.optionalMembers("completion")),
                in.text("policy"),
                in.textMap("configuration"),
                LimitsJson.read(in.members("limits")),
                Set.copyOf(in.texts("disallowed")),
                in.optionalText("event_id"),
                in.checked(StartedRun::plannedBy));
    }

    private static PlannedBy plannedBy(Members in) {
        String whose = in.optionalText("planned_by");
        return whose == null ? PlannedBy.RUNTIME : PlannedBy.valueOf(whose.toUpperCase(Locale.ROOT));
    }

    private static @Nullable CompletionContract contract(@Nullable Members in) {
        if (in == null) {
            return null;
        }
        return in.checked(members ->
                new CompletionContract(members.text("mode"), members.text("version"), members.textMap("parameters")));
    }
}
