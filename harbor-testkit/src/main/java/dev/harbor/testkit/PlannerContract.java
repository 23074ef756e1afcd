package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.identity.RunIdentity;
import dev.harbor.json.Json;
import dev.harbor.plan.BudgetLeft;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.policy.Cancellation;
import dev.harbor.run.BudgetLimits;
import dev.harbor.tool.ToolDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link Planner} to what every planner guarantees: it decides, comes to an end, keeps nothing of a run in itself, and copes with
 * whatever comes of its calls.
 *
 * <pre>{@code
 * final class MyPlannerTest extends PlannerContract {
 *     @Override
 *     protected Planner create() {
 *         return new MyPlanner();
 *     }
 * }
 * }</pre>
 *
 * <p>The planner must be a function of what it sees: one that asks a model gets a {@link ScriptedModel} that answers by rules, in {@link #start}.
 */
public abstract class PlannerContract {

    private static final int RUNS = 100;

    /** Creates the suite. */
    protected PlannerContract() {}

    /** Returns a new planner, with the same settings each time. */
    protected abstract Planner create();

    /** Returns the first turn of a run. A goal, two tools and no model, unless overridden. */
    protected FakePlanContext start(RunIdentity run) {
        return FakePlanContext.builder("Find out and report")
                .run(run)
                .tools(
                        SampleTools.named("files.read").build(),
                        SampleTools.named("mail.send").build())
                .build();
    }

    /** Returns what comes of a call that succeeds. An empty object, unless overridden. */
    protected Json answer(ToolRequest request) {
        return Json.EMPTY_OBJECT;
    }

    /** Returns after how many decisions a run should have ended; {@value BudgetLimits#DEFAULT_MAX_STEPS_PER_DRIVE} unless overridden. */
    protected int maxSteps() {
        return BudgetLimits.DEFAULT_MAX_STEPS_PER_DRIVE;
    }

    private PlannedRun run(Planner planner, PlanContext start) {
        return new PlannedRun(planner, FakePlanContext.copyOf(start), this::answer);
    }

    private List<Decision> decisionsOf(Planner planner, PlanContext start) {
        PlannedRun run = run(planner, start);
        for (int i = 0; i < maxSteps() && !run.isOver(); i++) {
            run.step("succeeded");
        }
        return run.decisions();
    }

    @Test
    @DisplayName("Given calls that succeed, the planner decides at every turn and ends the run")
    void next_ofGoodRun_ends() {
        PlannedRun run = run(create(), start(TestIdentities.run()));
        for (int i = 0; i < maxSteps() && !run.isOver(); i++) {
            run.step("succeeded");
        }

        assertThat(run.failure()).as("failure of the planner").isEmpty();
        assertThat(run.isOver())
                .as("ended after %s decisions", run.decisions().size())
                .isTrue();
    }

    @Test
    @DisplayName("Given a turn, the planner calls only tools that it is shown")
    void next_calls_whatIsShown() {
        FakePlanContext start = start(TestIdentities.run());
        List<String> shown = new ArrayList<>(start.wireNames().keySet());
        for (ToolDefinition tool : start.tools()) {
            shown.add(tool.id().name());
            shown.add(tool.id().toString());
        }

        assertThat(decisionsOf(create(), start).stream().flatMap(decision -> PlannedRun.calls(decision).stream()))
                .allSatisfy(call -> assertThat(shown).contains(call.tool()));
    }

    @Test
    @DisplayName(
            "Given calls that fail, are denied, cancelled, paused or of unknown outcome, the planner decides, ends the run or gives up with an exception")
    void next_ofBadRun_copes() {
        for (String status : List.of("failed", "denied", "cancelled", "paused", "unknown", "a status of the future")) {
            PlannedRun run = run(create(), start(TestIdentities.run()));
            for (int i = 0; i < maxSteps() && !run.isOver(); i++) {
                run.step(status);
            }
            assertThat(run.isOver())
                    .as(
                            "ended after %s decisions and outcomes that were '%s'",
                            run.decisions().size(), status)
                    .isTrue();
        }
    }

    @Test
    @DisplayName(
            "Given the same turn again and again, the planner decides the same, and the run goes as if it was asked once")
    void next_again_decidesTheSame() {
        FakePlanContext start = start(TestIdentities.run());
        List<Decision> expected = decisionsOf(create(), start);
        PlannedRun run = run(create(), start);
        for (int step = 0; step < maxSteps() && !run.isOver(); step++) {
            Optional<Decision> before = run.ask();
            for (int i = 0; i < step % 3; i++) {
                assertThat(run.ask()).isEqualTo(before);
            }
            run.step("succeeded");
        }

        assertThat(run.decisions()).isEqualTo(expected);
    }

    @Test
    @DisplayName("Given a run that goes on in another process, a new planner decides as the old one would have")
    void next_byNewPlanner_decidesTheSame() {
        FakePlanContext start = start(TestIdentities.run());
        List<Decision> expected = decisionsOf(create(), start);
        PlannedRun run = run(create(), start);
        for (int i = 0; i < maxSteps() && !run.isOver(); i++) {
            run.planner(create());
            run.step("succeeded");
        }

        assertThat(run.decisions()).isEqualTo(expected);
    }

    @Test
    @DisplayName("Given two runs that take turns on one planner, each goes as it would alone")
    void next_ofTwoRuns_doesNotBleed() {
        Planner planner = create();
        FakePlanContext start = start(TestIdentities.run());
        List<Decision> alone = decisionsOf(create(), start);
        PlannedRun one = run(planner, start);
        PlannedRun two = run(planner, start(TestIdentities.run(TestIdentities.unique())));
        for (int i = 0; i < maxSteps(); i++) {
            List.of(one, two).stream().filter(run -> !run.isOver()).forEach(run -> run.step("succeeded"));
        }

        assertThat(one.decisions()).isEqualTo(alone);
        assertThat(two.decisions()).isEqualTo(alone);
    }

    @Test
    @DisplayName("Given 100 runs at once on one planner, each goes as it would alone")
    void next_ofManyRuns_doesNotBleed() {
        Planner planner = create();
        List<Decision> alone = decisionsOf(create(), start(TestIdentities.run()));

        List<List<Decision>> together =
                Together.run(RUNS, number -> decisionsOf(planner, start(TestIdentities.run(TestIdentities.unique()))));
        assertThat(together).allSatisfy(decisions -> assertThat(decisions).isEqualTo(alone));
    }

    @Test
    @DisplayName(
            "Given a run that was told to stop, the planner decides or gives up with an exception, and does not hang")
    void next_ofCancelled_returns() throws Exception {
        Cancellation cancellation = Cancellation.create();
        FakePlanContext context = FakePlanContext.builder(start(TestIdentities.run()))
                .cancellation(cancellation)
                .build();
        cancellation.cancel("no longer wanted");

        assertDecides(context);
    }

    @Test
    @DisplayName("Given a budget that is used up, the planner decides or gives up with an exception")
    void next_withoutBudget_returns() throws Exception {
        BudgetLeft none = new BudgetLeft(Duration.ZERO, 0L, 0L, 0L, 0L, 0L, 0L, 0L);

        assertDecides(FakePlanContext.builder(start(TestIdentities.run()))
                .budget(none)
                .build());
    }

    @Test
    @DisplayName("Given no tools, the planner decides or gives up with an exception")
    void next_withoutTools_returns() throws Exception {
        FakePlanContext start = start(TestIdentities.run());

        assertDecides(FakePlanContext.builder(start.goal())
                .run(new RunIdentity(start.identity(), start.runId()))
                .model((request, call) -> start.model().complete(request, call))
                .build());
    }

    private void assertDecides(PlanContext context) throws Exception {
        PlannedRun run = run(create(), context);

        assertThat(Bounded.start(() -> {
                            run.step("cancelled");
                            return run.decisions().size()
                                    + run.failure().stream().count();
                        })
                        .end())
                .isEqualTo(1L);
    }

    @Test
    @DisplayName(
            "Given an interrupted thread, the planner decides or gives up with an exception, and the thread stays interrupted")
    void next_onInterruptedThread_keepsFlag() {
        PlannedRun run = run(create(), start(TestIdentities.run()));
        Thread.currentThread().interrupt();
        try {
            run.step("succeeded");
        } finally {
            assertThat(Thread.interrupted()).as("the flag of the thread").isTrue();
        }
    }

    @Test
    @DisplayName("Given null, it is refused")
    void next_ofNull_isRefused() {
        assertThatNullPointerException().isThrownBy(() -> create().next(Nothing.of()));
    }
}
