package dev.harbor.runtime;

import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.event.EventSink;
import dev.harbor.history.RunFold;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.pause.Control;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Trajectory;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolDefinition;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Is what a planner sees in one turn. */
final class RunContext implements PlanContext {

    private final RunDrive drive;
    private final Map<String, ToolDefinition> wireNames;
    private final Trajectory trajectory;
    private final Instructions instructions;
    private final List<Control> controls;
    private final String goal;
    private final int controlsSeen;

    /** Looks at the run at one moment: what comes from outside later is for the next turn. */
    RunContext(RunDrive drive, Map<String, ToolDefinition> wireNames, RunFold run) {
        this.drive = drive;
        this.wireNames = Collections.unmodifiableMap(wireNames);
        this.trajectory = run.trajectory();
        this.instructions = Instructions.NONE;
        this.controls = run.controls().sinceDecision();
        this.controlsSeen = run.controls().count();
        this.goal = run.controls().goal().orElse(run.started().goal());
    }

    private RunContext(RunContext from, Instructions instructions) {
        this.drive = from.drive;
        this.wireNames = from.wireNames;
        this.trajectory = from.trajectory;
        this.instructions = instructions;
        this.controls = from.controls;
        this.controlsSeen = from.controlsSeen;
        this.goal = from.goal;
    }

    RunContext instructed(Instructions by) {
        return new RunContext(this, by);
    }

    /** Returns how many controls the run had when the turn began. */
    int controlsSeen() {
        return controlsSeen;
    }

    @Override
    public List<Control> controls() {
        return controls;
    }

    @Override
    public Instructions instructions() {
        return instructions;
    }

    @Override
    public Identity identity() {
        return drive.identity();
    }

    @Override
    public String runId() {
        return drive.runId();
    }

    @Override
    public String goal() {
        return goal;
    }

    @Override
    public Json input() {
        return drive.started().input();
    }

    @Override
    public List<ToolDefinition> tools() {
        return List.copyOf(wireNames.values());
    }

    @Override
    public Map<String, ToolDefinition> wireNames() {
        return wireNames;
    }

    @Override
    public Trajectory trajectory() {
        return trajectory;
    }

    @Override
    public BudgetLeft budget() {
        return drive.budget().left();
    }

    @Override
    public ScopedArtifacts artifacts() {
        return drive.artifacts();
    }

    @Override
    public LlmClient model() {
        return drive.model();
    }

    @Override
    public EventSink events() {
        return drive::emit;
    }

    @Override
    public int thresholdBytes() {
        return drive.parts().safety().thresholdBytes();
    }

    @Override
    public Cancellation cancellation() {
        return drive.cancellation();
    }

    @Override
    public Instant now() {
        return drive.now();
    }
}
