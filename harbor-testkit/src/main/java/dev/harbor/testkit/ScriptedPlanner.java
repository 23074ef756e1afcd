package dev.harbor.testkit;

import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Is a planner that decides by a script, or by a function, and remembers what it saw.
 *
 * <p>A script is read by the length of the run's trajectory: a run's first decision is the script's first, whatever other runs do with the same planner,
 * and a run that is resumed by another process goes on where it was. When the script has run out there is an {@link IllegalStateException}, which fails
 * the run.
 *
 * <pre>{@code
 * ScriptedPlanner planner = ScriptedPlanner.of(
 *         Decision.call("weather.forecast", Json.parse("{\"city\":\"Oslo\"}")),
 *         Decision.finish(Json.parse("{\"answer\":\"rain\"}")));
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class ScriptedPlanner implements Planner {

    private final Planner script;
    private final int length;
    private final Signal signal = new Signal();
    private final List<PlanContext> contexts = new ArrayList<>();
    private int furthest;

    private ScriptedPlanner(Planner script, int length) {
        this.script = script;
        this.length = length;
    }

    /** Returns a planner that makes these decisions, in order, in every run. */
    public static ScriptedPlanner of(Decision... decisions) {
        List<Decision> script = List.of(decisions);
        return new ScriptedPlanner(context -> decide(script, context), script.size());
    }

    /** Returns a planner that decides by a function of the context and remembers what it saw. */
    public static ScriptedPlanner deciding(Planner function) {
        return new ScriptedPlanner(Objects.requireNonNull(function, "function"), 0);
    }

    private static Decision decide(List<Decision> script, PlanContext context) {
        int step = context.trajectory().size();
        if (step >= script.size()) {
            throw new IllegalStateException("the scripted planner has no decision left: run '" + context.runId()
                    + "' wants number " + (step + 1) + " of " + script.size() + "; it saw last "
                    + context.trajectory()
                            .lastObservation()
                            .map(Object::toString)
                            .orElse("nothing"));
        }
        return script.get(step);
    }

    @Override
    public Decision next(PlanContext context) throws Exception {
        FakePlanContext seen = FakePlanContext.copyOf(context);
        signal.change(() -> {
            contexts.add(seen);
            furthest = Math.max(furthest, seen.trajectory().size() + 1);
        });
        return script.next(context);
    }

    /** Returns copies of the contexts seen so far, in order. */
    public List<PlanContext> contexts() {
        return signal.get(() -> List.copyOf(contexts));
    }

    /** Returns copies of the contexts seen so far of a run, in order. */
    public List<PlanContext> contexts(String runId) {
        Objects.requireNonNull(runId, "runId");
        return contexts().stream()
                .filter(context -> context.runId().equals(runId))
                .toList();
    }

    /** Returns how many decisions of the script no run has asked for yet; 0 for a function. */
    public int remaining() {
        return signal.get(() -> Math.max(0, length - furthest));
    }

    /**
     * Waits until it was asked so many times, or more.
     *
     * @throws AssertionError if that takes too long
     */
    public void awaitTurns(int count) {
        signal.expect(
                () -> contexts.size() >= count,
                Signal.PATIENCE,
                () -> "the planner was asked " + contexts.size() + " times, not " + count);
    }

    /**
     * Checks that every decision of the script was asked for by some run.
     *
     * @throws AssertionError if some are left
     */
    public void assertUsedUp() {
        int left = remaining();
        if (left > 0) {
            throw new AssertionError(left + " of " + length + " decisions of the scripted planner are left");
        }
    }
}
