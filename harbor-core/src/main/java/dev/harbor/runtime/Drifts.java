package dev.harbor.runtime;

import dev.harbor.history.Records;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.Identity;
import dev.harbor.plan.Observation;
import dev.harbor.run.ConfigurationDigest;
import dev.harbor.run.ConfigurationDrift;
import dev.harbor.run.Invocation;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Profile;
import dev.harbor.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares what a run began with, and the tools that it has called, with what there is now. Tools that it never called may come and go. */
final class Drifts {

    private final Map<String, String> configuration;
    private final Map<String, String> tools;
    private final List<ConfigurationDrift> found = new ArrayList<>();

    /** Is what is on record. It is read first and compared later: profiles and tools are asked, and nobody is asked under the lock of a stream. */
    record Past(
            Map<String, String> configuration,
            StartedRun started,
            Map<String, String> tools,
            List<Invocation> answered) {

        static Past of(RunHistory history) {
            RunFold root = history.root();
            return new Past(root.configuration(), root.started(), history.tools(), answered(history));
        }

        private static List<Invocation> answered(RunHistory history) {
            return history.runs().stream()
                    .flatMap(run -> run.unsettled(InvocationState.PAUSED).stream()
                            .filter(call -> isAnswered(run, call.callId())))
                    .toList();
        }

        private static boolean isAnswered(RunFold run, String callId) {
            return run.approvalOf(callId).isPresent()
                    || run.resumptionOf(callId).isPresent();
        }
    }

    Drifts(RuntimeParts parts, Identity identity, Past past, @Nullable Profile profile) {
        configuration = ConfigurationDigest.facts(
                profile, null, parts.accessRef(), past.started().limits());
        found.addAll(ConfigurationDrift.between(past.configuration(), configuration));
        List<Tool<?, ?>> there = parts.snapshot(past.started()).tools();
        tools = now(there, identity, past.tools().keySet());
        ConfigurationDrift.between(past.tools(), tools)
                .forEach(drift -> found.add(new ConfigurationDrift("tool " + drift.what(), drift.was(), drift.is())));
        found.addAll(missing(there, identity, past.answered()));
    }

    /** An approval or an answer is not spent on a process that has not the tool. */
    private static List<ConfigurationDrift> missing(
            List<Tool<?, ?>> there, Identity identity, List<Invocation> answered) {
        return answered.stream()
                .filter(call -> !isThere(there, identity, call.tool()))
                .map(call -> new ConfigurationDrift("tool " + call.tool(), call.definitionDigest(), ""))
                .toList();
    }

    private static boolean isThere(List<Tool<?, ?>> there, Identity identity, String id) {
        return there.stream().anyMatch(tool -> tool.id().toString().equals(id) && tool.isVisibleTo(identity));
    }

    private static Map<String, String> now(List<Tool<?, ?>> there, Identity identity, Set<String> ids) {
        Map<String, String> now = new TreeMap<>();
        ids.forEach(id -> now.put(id, ""));
        for (Tool<?, ?> tool : there) {
            String id = tool.id().toString();
            if (ids.contains(id) && tool.isVisibleTo(identity)) {
                now.put(id, tool.definition().schemaDigest());
            }
        }
        return now;
    }

    List<ConfigurationDrift> found() {
        return found;
    }

    /** Returns the record that a run goes on with what there is now. */
    Records.Draft accepted(String runId, List<Observation> seen, ResumeRequest.AcceptedDrift by) {
        return Records.resumed(runId, seen, found, configuration, tools, by.actor(), by.reason());
    }
}
