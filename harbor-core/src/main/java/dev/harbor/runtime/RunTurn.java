package dev.harbor.runtime;

import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.history.RunFold;
import dev.harbor.plan.Decision;
import dev.harbor.run.Profile;
import dev.harbor.run.RunState;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the planner: shows it the tools that this identity may see now, tells it what the profile says, and takes its decision. */
final class RunTurn {

    private static final Logger LOG = LoggerFactory.getLogger(RunTurn.class);

    private final RunDrive drive;

    private int controlsSeen;

    RunTurn(RunDrive drive) {
        this.drive = drive;
    }

    /** Returns the decision, or null when the run has ended for want of one. */
    @Nullable
    Decision decide() {
        Map<String, ToolDefinition> tools = advertise();
        if (tools == null) {
            return null;
        }
        RunContext seen = drive.read(run -> new RunContext(drive, tools, run));
        controlsSeen = seen.controlsSeen();
        RunContext context = prepare(seen);
        return context == null ? null : ask(context);
    }

    /** Returns how many controls the planner has seen that decided last. */
    int controlsSeen() {
        return controlsSeen;
    }

    private @Nullable Map<String, ToolDefinition> advertise() {
        try {
            Map<String, ToolDefinition> byWireName = new LinkedHashMap<>();
            for (Tool<?, ?> tool : shown()) {
                String wireName = drive.snapshot().wireNames().wireName(tool.id());
                byWireName.put(Objects.requireNonNull(wireName), tool.definition());
            }
            return byWireName;
        } catch (RuntimeException e) {
            LOG.warn("run {}: the access policy failed while advertising", drive.runId(), e);
            drive.end(RunState.FAILED, "policy_failure", Json.NULL);
            return null;
        }
    }

    private List<Tool<?, ?>> shown() {
        Set<String> disallowed = drive.started().disallowed();
        Set<String> found = drive.read(RunFold::discovered);
        List<Tool<?, ?>> shown = new ArrayList<>();
        for (Tool<?, ?> tool : drive.parts().visibleTools(drive.snapshot(), drive.identity(), found)) {
            boolean isDisallowed = disallowed.contains(tool.id().name())
                    || disallowed.contains(tool.id().toString());
            if (!isDisallowed && !isDenied(tool)) {
                shown.add(tool);
            }
        }
        return shown;
    }

    private boolean isDenied(Tool<?, ?> tool) {
        return drive.parts().evaluate(AccessRequest.advertise(drive.identity(), drive.runId(), tool.definition()))
                instanceof Verdict.Deny;
    }

    private @Nullable RunContext prepare(RunContext context) {
        Profile profile = drive.profile();
        if (profile == null) {
            return context;
        }
        try {
            return context.instructed(Objects.requireNonNull(profile.prepare(context), "instructions"));
        } catch (InterruptedException e) {
            interrupted();
        } catch (Exception e) {
            drive.fail("profile_prepare_failed", e);
        }
        return null;
    }

    private @Nullable Decision ask(RunContext context) {
        try {
            Decision decision = drive.planner().next(context);
            if (decision != null) {
                return decision;
            }
            LOG.warn("run {}: the planner returned no decision", drive.runId());
            drive.end(RunState.FAILED, "planner_failed", Json.NULL);
        } catch (InterruptedException e) {
            interrupted();
        } catch (Exception e) {
            drive.fail(reasonOf(e), e);
        }
        return null;
    }

    private void interrupted() {
        Thread.currentThread().interrupt();
        drive.end(RunState.CANCELLED, "cancelled", Json.NULL);
    }

    private static String reasonOf(Exception e) {
        if (!(e instanceof HarborException known)) {
            return "planner_failed";
        }
        if (known.code().equals(ErrorCode.CONTEXT_LEAK)) {
            return "context_leak";
        }
        return known.code().equals(ErrorCode.MODEL_FAILED) ? "model_failed" : "planner_failed";
    }
}
