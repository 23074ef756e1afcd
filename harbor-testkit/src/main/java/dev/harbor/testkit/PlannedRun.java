package dev.harbor.testkit;

import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Is a run without a runtime: the planner decides, and what comes of its decisions is made up. Confined to one thread. */
final class PlannedRun {

    private final Function<ToolRequest, Json> answers;
    private final List<Decision> decisions = new ArrayList<>();
    private Planner planner;
    private FakePlanContext context;
    private Optional<Exception> failure = Optional.empty();

    PlannedRun(Planner planner, FakePlanContext start, Function<ToolRequest, Json> answers) {
        this.planner = planner;
        this.context = start;
        this.answers = answers;
    }

    /** Lets another planner go on. */
    void planner(Planner other) {
        planner = other;
    }

    List<Decision> decisions() {
        return List.copyOf(decisions);
    }

    Optional<Exception> failure() {
        return failure;
    }

    boolean isOver() {
        return failure.isPresent() || (!decisions.isEmpty() && isLast(decisions.get(decisions.size() - 1)));
    }

    private static boolean isLast(Decision decision) {
        return decision instanceof Decision.Finish || decision instanceof Decision.RequestPause;
    }

    /** Asks for the next decision and forgets it; empty when the planner gives up. */
    Optional<Decision> ask() {
        try {
            return Optional.of(decide());
        } catch (Exception e) {
            return Optional.empty();
        }
    }

    /** Asks for the next decision and lets its calls end in a status. */
    void step(String status) {
        try {
            Decision decision = decide();
            decisions.add(decision);
            context = context.after(decision, observe(decision, status).toArray(Observation[]::new));
        } catch (Exception e) {
            failure = Optional.of(e);
        }
    }

    private Decision decide() throws Exception {
        Decision decision = planner.next(context);
        if (decision == null) {
            throw new AssertionError("the planner returned null at step " + (decisions.size() + 1));
        }
        return decision;
    }

    private List<Observation> observe(Decision decision, String status) {
        if (decision instanceof Decision.SpawnTask || decision instanceof Decision.AwaitTask) {
            String how = decision instanceof Decision.SpawnTask ? "spawned" : status;
            return List.of(new Observation("task-" + decisions.size(), "", how, Json.EMPTY_OBJECT));
        }
        List<Observation> observations = new ArrayList<>();
        for (ToolRequest call : calls(decision)) {
            String id = "call-" + decisions.size() + "-" + observations.size();
            Json content = status.equals("succeeded") ? answers.apply(call) : Json.parse("{\"code\":\"SAMPLE\"}");
            observations.add(new Observation(id, call.tool(), status, content));
        }
        return observations;
    }

    /** Returns the calls that a decision wants, in order. */
    static List<ToolRequest> calls(Decision decision) {
        if (decision instanceof Decision.CallTool one) {
            return List.of(one.call());
        }
        return decision instanceof Decision.CallParallel many ? many.calls() : List.of();
    }
}
