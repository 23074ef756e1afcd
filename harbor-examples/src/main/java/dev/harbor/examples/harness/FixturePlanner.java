package dev.harbor.examples.harness;

import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.Trajectory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Stands in for a model: a goal that speaks of the workspace, of writing or of verifying leads to a write, then a verification of it, then a report. What is
 * next follows from the trajectory alone, so that it goes on after a restart. New input makes it begin again. Stateless.
 *
 * <p>The input of the run may say {@code path} and {@code content}; they are {@value #DEFAULT_PATH} and the goal otherwise.
 */
final class FixturePlanner implements Planner {

    static final String DEFAULT_PATH = "result.txt";

    private static final List<String> WORK = List.of("workspace", "write", "verify");
    private static final Set<String> REFUSED = Set.of("denied", "rejected");
    private static final int MAX_TRIES = 2;
    private static final Codec<WorkspaceTools.Write> WRITE = Codec.of(WorkspaceTools.Write.class);
    private static final Codec<WorkspaceTools.Verify> VERIFY = Codec.of(WorkspaceTools.Verify.class);

    @Override
    public Decision next(PlanContext context) {
        String goal = context.goal().toLowerCase(Locale.ROOT);
        if (WORK.stream().noneMatch(goal::contains)) {
            return report("Nothing was to be done in the workspace.");
        }
        List<Observation> seen = sinceInput(context.trajectory());
        int written = lastSuccess(seen, WorkspaceTools.WRITE);
        if (written < 0) {
            return tryOr(context, seen, WorkspaceTools.WRITE, write(context));
        }
        List<Observation> after = seen.subList(written, seen.size());
        int verified = lastSuccess(after, WorkspaceTools.VERIFY);
        return verified < 0
                ? tryOr(context, after, WorkspaceTools.VERIFY, verify(context))
                : report(finding(context, after.get(verified)));
    }

    private static List<Observation> sinceInput(Trajectory trajectory) {
        List<Observation> seen = new ArrayList<>();
        for (Trajectory.Step step : trajectory.steps()) {
            for (Observation each : step.observations()) {
                if (each.status().equals("input")) {
                    seen.clear();
                } else {
                    seen.add(each);
                }
            }
        }
        return seen;
    }

    private static int lastSuccess(List<Observation> seen, String tool) {
        for (int i = seen.size() - 1; i >= 0; i--) {
            if (isOf(seen.get(i), tool) && seen.get(i).isSuccess()) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isOf(Observation seen, String tool) {
        return seen.tool().equals(tool) || seen.tool().startsWith(tool + "@");
    }

    /** Makes a call unless it can't be made, was refused, or has failed too often. */
    private static Decision tryOr(PlanContext context, List<Observation> seen, String tool, Decision call) {
        List<Observation> tries = seen.stream().filter(each -> isOf(each, tool)).toList();
        if (context.tools().stream().noneMatch(each -> each.id().name().equals(tool))) {
            return report("Refused: " + tool + " is not among the tools that this run may see.");
        }
        if (tries.stream().anyMatch(each -> REFUSED.contains(each.status()))) {
            return report(
                    "Refused: " + tool + " was not allowed; " + last(tries).content());
        }
        return tries.size() < MAX_TRIES
                ? call
                : report("Failed: " + tool + " did not succeed; " + last(tries).content());
    }

    private static Observation last(List<Observation> tries) {
        return tries.get(tries.size() - 1);
    }

    private static Decision write(PlanContext context) {
        WorkspaceTools.Write arguments = new WorkspaceTools.Write(path(context), content(context));
        return Decision.call(WorkspaceTools.WRITE, WRITE.encode(arguments));
    }

    private static Decision verify(PlanContext context) {
        WorkspaceTools.Verify arguments = new WorkspaceTools.Verify(path(context), hash(context));
        return Decision.call(WorkspaceTools.VERIFY, VERIFY.encode(arguments));
    }

    private static String finding(PlanContext context, Observation verification) {
        boolean passed =
                verification.content().get("passed").map(Json::asBoolean).orElse(false);
        return passed
                ? "Wrote " + path(context) + " and verified it."
                : "Wrote " + path(context) + ", but it does not have the content that was written.";
    }

    private static String path(PlanContext context) {
        return text(context, "path", DEFAULT_PATH);
    }

    private static String content(PlanContext context) {
        return text(context, "content", context.goal() + "\n");
    }

    private static String hash(PlanContext context) {
        return WorkspaceTools.sha256(content(context).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(PlanContext context, String name, String otherwise) {
        return context.input()
                .get(name)
                .filter(value -> value.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .orElse(otherwise);
    }

    private static Decision report(String text) {
        return Decision.finish(Json.of(text));
    }
}
