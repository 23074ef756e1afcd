package dev.harbor.examples.harness;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CallResolution;
import dev.harbor.run.CompletionContract;
import dev.harbor.run.Invocation;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.Run;
import dev.harbor.run.RunUsage;
import dev.harbor.runtime.RunSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes runs as JSON. What is not there is left out. */
final class RunJson {

    private RunJson() {}

    static Map<String, Object> of(Run run) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("run", run(run));
        all.put("invocations", run.invocations().stream().map(RunJson::call).toList());
        all.put("evidence", run.evidence().stream().map(RunJson::claim).toList());
        all.put("trajectory", trajectory(run.trajectory()));
        all.put("children", run.children().stream().map(RunJson::of).toList());
        return all;
    }

    /** Returns a run with what it waits for. */
    static Map<String, Object> of(RunView view) {
        Map<String, Object> all = of(view.run());
        if (!view.pauses().isEmpty()) {
            all.put("pauses", view.pauses().stream().map(RunJson::pause).toList());
        }
        return all;
    }

    private static Map<String, Object> run(Run run) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", run.runId());
        put(members, "parentId", run.parentId());
        put(members, "eventId", run.eventId());
        members.put("goal", run.goal());
        members.put("input", run.input());
        put(members, "profile", run.profile());
        CompletionContract completion = run.completion();
        put(members, "completion", completion == null ? null : completion(completion));
        members.put("policyRef", run.policyRef());
        members.put("configurationDigest", run.configurationDigest());
        members.put("state", run.state().wireName());
        members.put("reason", run.reason());
        members.put("result", run.result());
        members.put("budget", Map.of("limits", limits(run.limits()), "used", used(run.usage())));
        members.put("startedAt", run.startedAt().toString());
        members.put("updatedAt", run.updatedAt().toString());
        members.put("version", run.version());
        return members;
    }

    private static Map<String, Object> completion(CompletionContract contract) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("mode", contract.mode());
        members.put("version", contract.version());
        members.put("parameters", contract.parameters());
        return members;
    }

    private static Map<String, Object> limits(BudgetLimits limits) {
        Map<String, Object> members = new LinkedHashMap<>();
        put(members, "elapsed", limits.maxElapsed());
        putLimit(members, "modelCalls", limits.maxModelCalls());
        putLimit(members, "toolCalls", limits.maxToolCalls());
        putLimit(members, "outputBytes", limits.maxOutputBytes());
        putLimit(members, "tokens", limits.maxTokens());
        putLimit(members, "costMicros", limits.maxCostMicros());
        putLimit(members, "steps", limits.maxSteps());
        members.put("stepsPerDrive", limits.maxStepsPerDrive());
        putLimit(members, "childRuns", limits.maxChildRuns());
        return members;
    }

    private static void putLimit(Map<String, Object> members, String name, long limit) {
        if (limit != Long.MAX_VALUE) {
            members.put(name, limit);
        }
    }

    private static Map<String, Object> used(RunUsage used) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("elapsed", used.elapsed().toString());
        members.put("modelCalls", used.modelCalls());
        members.put("toolCalls", used.toolCalls());
        members.put("outputBytes", used.outputBytes());
        members.put("tokens", used.tokens());
        members.put("costMicros", used.costMicros());
        members.put("steps", used.steps());
        members.put("childRuns", used.childRuns());
        return members;
    }

    private static Map<String, Object> call(Invocation call) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", call.callId());
        members.put("sequence", call.sequence());
        members.put("tool", call.tool());
        members.put("effect", call.effect().wireName());
        members.put("state", call.state().wireName());
        put(members, "code", call.code());
        members.put("attempts", call.attempts());
        members.put("argumentsDigest", call.argumentsDigest());
        members.put("idempotencyKey", call.idempotencyKey());
        put(members, "output", call.output());
        members.put("outputBytes", call.outputBytes());
        members.put("createdAt", call.createdAt().toString());
        put(members, "completedAt", call.completedAt());
        CallResolution found = call.resolution();
        put(members, "resolution", found == null ? null : resolution(found));
        return members;
    }

    private static Map<String, Object> pause(Pause pause) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", pause.id());
        members.put("reason", pause.reason().wireName());
        members.put("message", pause.message());
        Pause.Call call = pause.call();
        if (call != null) {
            members.put("invocationId", call.callId());
            members.put("tool", call.tool());
            members.put("arguments", call.arguments());
            members.put("argumentsDigest", call.argumentsDigest());
            members.put("definitionDigest", call.definitionDigest());
        } else {
            members.put("payload", pause.payload());
        }
        members.put("at", pause.at().toString());
        put(members, "expiresAt", pause.expiresAt());
        return members;
    }

    private static Map<String, Object> resolution(CallResolution found) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("succeeded", found.succeeded());
        members.put("code", found.code());
        members.put("actor", found.actor());
        members.put("note", found.note());
        return members;
    }

    private static Map<String, Object> claim(RecordedEvidence recorded) {
        Evidence claim = recorded.evidence();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", claim.id());
        members.put("type", claim.type());
        members.put("schemaVersion", claim.schemaVersion());
        members.put("provenance", claim.provenance().name().toLowerCase(Locale.ROOT));
        put(members, "data", claim.data());
        put(members, "reference", claim.reference());
        put(members, "externalId", claim.externalId());
        Evidence.Subject subject = claim.subject();
        put(members, "subject", subject == null ? null : subject(subject));
        put(members, "passed", claim.passed());
        put(members, "invocationId", recorded.callId().isEmpty() ? null : recorded.callId());
        members.put("sequence", recorded.sequence());
        members.put("at", recorded.at().toString());
        return members;
    }

    private static Map<String, Object> subject(Evidence.Subject subject) {
        Map<String, Object> members = new LinkedHashMap<>();
        put(members, "evidenceId", subject.evidenceId());
        put(members, "externalId", subject.externalId());
        return members;
    }

    private static Map<String, Object> trajectory(Trajectory trajectory) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("steps", trajectory.size());
        members.put("dropped", trajectory.dropped());
        members.put("decisions", trajectory.steps().stream().map(RunJson::step).toList());
        return members;
    }

    private static Map<String, Object> step(Trajectory.Step step) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("decision", step.decision().accept(new DecisionText()));
        members.put("observed", step.observations().stream().map(RunJson::seen).toList());
        return members;
    }

    private static Map<String, Object> seen(Observation seen) {
        Map<String, Object> members = new LinkedHashMap<>();
        put(members, "id", seen.callId().isEmpty() ? null : seen.callId());
        put(members, "tool", seen.tool().isEmpty() ? null : seen.tool());
        members.put("status", seen.status());
        members.put("bytes", seen.content().sizeBytes());
        return members;
    }

    /** Writes what is known about runs without reading them. */
    static Json list(List<RunSummary> runs) {
        return Json.of(runs.stream().map(RunJson::summary).toList());
    }

    private static Map<String, Object> summary(RunSummary run) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", run.id().runId());
        members.put("state", run.state().wireName());
        members.put("records", run.records());
        put(members, "driver", run.driver());
        put(members, "drivenUntil", run.drivenUntil());
        return members;
    }

    private static void put(Map<String, Object> members, String name, @Nullable Object value) {
        if (value != null) {
            boolean isPlain = value instanceof Map || value instanceof Json || value instanceof Boolean;
            members.put(name, isPlain ? value : value.toString());
        }
    }

    /** Says in a few words what was decided. */
    private static final class DecisionText implements Decision.Visitor<String> {

        @Override
        public String callTool(Decision.CallTool decision) {
            return "call " + decision.call().tool();
        }

        @Override
        public String callParallel(Decision.CallParallel decision) {
            return "call " + decision.calls().size() + " tools at once";
        }

        @Override
        public String spawnTask(Decision.SpawnTask decision) {
            return "spawn a task";
        }

        @Override
        public String awaitTask(Decision.AwaitTask decision) {
            return "await task " + decision.taskId();
        }

        @Override
        public String requestPause(Decision.RequestPause decision) {
            return "pause: " + decision.reason().wireName();
        }

        @Override
        public String finish(Decision.Finish decision) {
            return "finish: " + decision.reason().wireName();
        }
    }
}
