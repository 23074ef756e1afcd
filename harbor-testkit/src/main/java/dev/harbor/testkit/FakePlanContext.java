package dev.harbor.testkit;

import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.event.EventSink;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.pause.Control;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Trajectory;
import dev.harbor.policy.Cancellation;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ToolDefinition;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is a context for testing a planner alone: what the planner sees is what the test put in. {@link #after} gives the context of the next turn.
 *
 * <pre>{@code
 * FakePlanContext start = FakePlanContext.builder("Compare the contracts").tools(read.definition()).build();
 * Decision first = planner.next(start);
 * Decision second = planner.next(start.after(first, new Observation("call-1", "files.read", "succeeded", text)));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class FakePlanContext implements PlanContext {

    private final Identity identity;
    private final String runId;
    private final String goal;
    private final Json input;
    private final Instructions instructions;
    private final List<ToolDefinition> tools;
    private final Map<String, ToolDefinition> wireNames;
    private final Trajectory trajectory;
    private final BudgetLeft budget;
    private final List<Control> controls;
    private final ScopedArtifacts artifacts;
    private final Supplier<LlmClient> model;
    private final Cancellation cancellation;
    private final EventSink events;
    private final int thresholdBytes;
    private final Instant now;

    private FakePlanContext(Builder from) {
        identity = from.run.identity();
        runId = from.run.runId();
        goal = from.goal;
        input = from.input;
        instructions = from.instructions;
        tools = from.tools;
        wireNames = from.wireNames == null ? wireNames(from.tools) : from.wireNames;
        trajectory = from.trajectory;
        budget = from.budget;
        controls = from.controls;
        artifacts = from.artifacts == null ? noArtifacts(from.run) : from.artifacts;
        model = from.model;
        cancellation = from.cancellation;
        events = from.events;
        thresholdBytes = from.thresholdBytes;
        now = from.now;
    }

    /** Returns a builder of the first turn of a run with a goal; see its methods for what else there is when nothing is said. */
    public static Builder builder(String goal) {
        return new Builder(goal);
    }

    /** Returns a builder that starts from what a context shows now. */
    public static Builder builder(PlanContext context) {
        Builder copy = new Builder(context.goal());
        copy.wireNames = Map.copyOf(context.wireNames());
        copy.artifacts = context.artifacts();
        copy.model = context::model;
        return copy.run(new RunIdentity(context.identity(), context.runId()))
                .input(context.input())
                .instructions(context.instructions())
                .tools(context.tools())
                .trajectory(context.trajectory())
                .budget(context.budget())
                .controls(context.controls())
                .cancellation(context.cancellation())
                .events(context.events())
                .thresholdBytes(context.thresholdBytes())
                .now(context.now());
    }

    /** Returns what a context shows now; model, artifacts and cancellation are those of the context itself. */
    public static FakePlanContext copyOf(PlanContext context) {
        return builder(context).build();
    }

    /** Returns the context of the next turn: this one with a decision and what came of it. */
    public FakePlanContext after(Decision decision, Observation... observations) {
        Trajectory.Step step = new Trajectory.Step(decision, List.of(observations));
        return builder(this).trajectory(trajectory.plus(step)).build();
    }

    private static Map<String, ToolDefinition> wireNames(List<ToolDefinition> tools) {
        Map<String, ToolDefinition> names = new LinkedHashMap<>();
        for (ToolDefinition tool : tools) {
            String name = tool.id().name().replaceAll("[^A-Za-z0-9_-]", "_");
            names.put(name.substring(0, Math.min(name.length(), 64)), tool);
        }
        return Map.copyOf(names);
    }

    private static ScopedArtifacts noArtifacts(RunIdentity run) {
        return NoArtifacts.of(new ArtifactScope(run.identity(), run.runId()));
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public String goal() {
        return goal;
    }

    @Override
    public Json input() {
        return input;
    }

    @Override
    public Instructions instructions() {
        return instructions;
    }

    @Override
    public List<ToolDefinition> tools() {
        return tools;
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
        return budget;
    }

    @Override
    public List<Control> controls() {
        return controls;
    }

    @Override
    public ScopedArtifacts artifacts() {
        return artifacts;
    }

    @Override
    public LlmClient model() {
        return model.get();
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public EventSink events() {
        return events;
    }

    @Override
    public int thresholdBytes() {
        return thresholdBytes;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public String toString() {
        return "FakePlanContext[" + runId + ", " + goal + ", step " + (trajectory.size() + 1) + "]";
    }

    /** Collects what a context shows. Not thread-safe. */
    public static final class Builder {

        private final String goal;
        private RunIdentity run = TestIdentities.run();
        private Json input = Json.EMPTY_OBJECT;
        private Instructions instructions = Instructions.NONE;
        private List<ToolDefinition> tools = List.of();
        private @Nullable Map<String, ToolDefinition> wireNames;
        private Trajectory trajectory = Trajectory.EMPTY;
        private BudgetLeft budget = BudgetLeft.UNLIMITED;
        private List<Control> controls = List.of();
        private @Nullable ScopedArtifacts artifacts;
        private Supplier<LlmClient> model = () -> {
            throw new IllegalStateException("the context was built without a model");
        };
        private Cancellation cancellation = Cancellation.create();
        private EventSink events = EventSink.NONE;
        private int thresholdBytes = ContextSafety.DEFAULT_THRESHOLD_BYTES;
        private Instant now = ManualClock.START;

        private Builder(String goal) {
            this.goal = Objects.requireNonNull(goal, "goal");
        }

        /** Sets the run; {@link TestIdentities#run()} when never set. */
        public Builder run(RunIdentity value) {
            run = Objects.requireNonNull(value, "run");
            return this;
        }

        /** Sets the input; the empty object when never set. */
        public Builder input(Json value) {
            input = Objects.requireNonNull(value, "input");
            return this;
        }

        /** Sets what the profile tells the model; {@link Instructions#NONE} when never set. */
        public Builder instructions(Instructions value) {
            instructions = Objects.requireNonNull(value, "instructions");
            return this;
        }

        /** Sets the tools, which are ordered by id; none when never set. */
        public Builder tools(ToolDefinition... values) {
            return tools(Arrays.asList(values));
        }

        /** Sets the tools, which are ordered by id; none when never set. */
        public Builder tools(List<ToolDefinition> values) {
            tools = values.stream()
                    .sorted(Comparator.comparing(ToolDefinition::id))
                    .toList();
            return this;
        }

        /** Sets what the run has done; nothing when never set. */
        public Builder trajectory(Trajectory value) {
            trajectory = Objects.requireNonNull(value, "trajectory");
            return this;
        }

        /** Sets what people wanted of the run since the last decision; nothing when never said. */
        public Builder controls(List<Control> since) {
            controls = List.copyOf(since);
            return this;
        }

        /** Sets what is left of the budget; no limits when never set. */
        public Builder budget(BudgetLeft value) {
            budget = Objects.requireNonNull(value, "budget");
            return this;
        }

        /** Sets the artifacts; when never set there are none and none can be stored. */
        public Builder artifacts(ScopedArtifacts value) {
            artifacts = Objects.requireNonNull(value, "artifacts");
            return this;
        }

        /** Sets the model; asking for it fails when never set. It is not guarded. */
        public Builder model(LlmClient value) {
            Objects.requireNonNull(value, "model");
            model = () -> value;
            return this;
        }

        /** Sets what tells the run to stop; one that nobody has asked for when never set. */
        public Builder cancellation(Cancellation value) {
            cancellation = Objects.requireNonNull(value, "cancellation");
            return this;
        }

        /** Sets who hears of what the planner does; nobody when never set. */
        public Builder events(EventSink value) {
            events = Objects.requireNonNull(value, "events");
            return this;
        }

        /** Sets the size from which a part of a prompt is a leak, in bytes; {@value ContextSafety#DEFAULT_THRESHOLD_BYTES} when never set. */
        public Builder thresholdBytes(int bytes) {
            thresholdBytes = bytes;
            return this;
        }

        /** Sets the time; {@link ManualClock#START} when never set. */
        public Builder now(Instant value) {
            now = Objects.requireNonNull(value, "now");
            return this;
        }

        /** Returns the context; the builder may be used again. */
        public FakePlanContext build() {
            return new FakePlanContext(this);
        }
    }
}
