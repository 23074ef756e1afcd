package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.history.RunHistory;
import dev.harbor.journal.Journal;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Trajectory;
import dev.harbor.run.InvocationState;
import dev.harbor.run.Run;
import dev.harbor.run.RunUsage;
import dev.harbor.testkit.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process dies before or after every record that it makes, others go on, and nothing is done twice, nothing is lost, and the end is the same. More programs
 * with {@code -Dharbor.crash.programs=N}.
 */
final class CrashPropertyTest {

    private static final String RUN = "r1";

    static List<Long> programs() {
        int count = Integer.getInteger("harbor.crash.programs", 4);
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void run_whoseProcessDiesAtAnyRecord_endsAsIfNothingHadHappened(long seed) {
        Life undisturbed = new Life(seed);
        Run expected = undisturbed.live(List.of());
        int appends = undisturbed.world.records(RUN).size();
        for (int at = 1; at <= appends; at++) {
            assertSame(undisturbed, expected, seed, List.of(dying(at, false)));
            assertSame(undisturbed, expected, seed, List.of(dying(at, true)));
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void run_whoseProcessesDieOneAfterTheOther_endsAsIfNothingHadHappened(long seed) {
        Life undisturbed = new Life(seed);
        Run expected = undisturbed.live(List.of());
        Random random = new Random(seed);
        for (int life = 0; life < 5; life++) {
            List<Function<Journal, MortalJournal>> deaths = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                deaths.add(dying(1 + random.nextInt(6), random.nextBoolean()));
            }
            assertSame(undisturbed, expected, seed, deaths);
        }
    }

    private static Function<Journal, MortalJournal> dying(int at, boolean after) {
        return durable -> MortalJournal.dying(durable, at, after);
    }

    private static void assertSame(
            Life undisturbed, Run expected, long seed, List<Function<Journal, MortalJournal>> deaths) {
        Life life = new Life(seed);
        Run run = life.live(deaths);
        assertThat(run.state()).as(life.toString()).isEqualTo(expected.state());
        assertThat(run.reason()).as(life.toString()).isEqualTo(expected.reason());
        assertThat(run.result()).as(life.toString()).isEqualTo(expected.result());
        assertThat(life.runIds()).as(life.toString()).containsExactlyInAnyOrderElementsOf(undisturbed.runIds());
        assertEffects(undisturbed, life);
        assertCounters(life, run.usage());
        life.runIds().forEach(runId -> assertTrajectories(life, runId));
    }

    private static void assertEffects(Life undisturbed, Life life) {
        life.world.effects.assertAtMostOnce();
        assertThat(writes(life)).as(life.toString()).containsExactlyInAnyOrderElementsOf(writes(undisturbed));
    }

    private static List<String> writes(Life life) {
        return life.world.effects.effects().stream()
                .filter(effect ->
                        effect.tool().equals("world.write") || effect.tool().equals("world.keyed"))
                .map(Effect::idempotencyKey)
                .toList();
    }

    private static void assertCounters(Life life, RunUsage usage) {
        assertThat(usage.toolCalls()).as(life.toString()).isGreaterThanOrEqualTo(life.effectsOfTools());
        assertThat(usage.modelCalls()).as(life.toString()).isGreaterThanOrEqualTo(life.world.modelCalls.get());
        RunHistory history = life.world.history(RUN);
        assertThat(history.runs()).as(life.toString()).allSatisfy(run -> {
            assertThat(run.state().isTerminal()).isTrue();
            assertThat(run.unsettled(InvocationState.PENDING)).isEmpty();
            assertThat(run.isInDoubt()).isFalse();
        });
    }

    /** What the planner has seen once it sees for ever, each call of it answered once, apart from what people say. */
    private static void assertTrajectories(Life life, String runId) {
        Trajectory last = Trajectory.EMPTY;
        for (Trajectory shown : life.shown(runId)) {
            assertThat(shown.size()).as(life.toString()).isGreaterThanOrEqualTo(last.size());
            assertThat(withoutInput(shown).subList(0, last.size()))
                    .as(life.toString())
                    .isEqualTo(withoutInput(last));
            shown.steps().forEach(step -> assertAnswered(life, step));
            last = shown;
        }
    }

    private static List<Trajectory.Step> withoutInput(Trajectory trajectory) {
        return trajectory.steps().stream()
                .map(step -> new Trajectory.Step(
                        step.decision(),
                        step.observations().stream()
                                .filter(seen -> !seen.status().equals("input"))
                                .toList()))
                .toList();
    }

    private static void assertAnswered(Life life, Trajectory.Step step) {
        int calls = step.decision() instanceof Decision.CallParallel many
                ? many.calls().size()
                : 1;
        List<Observation> answers = step.observations().stream()
                .filter(seen -> !seen.status().equals("input"))
                .toList();
        assertThat(answers).as(life.toString()).hasSize(calls);
        Set<String> ids = answers.stream().map(Observation::callId).collect(Collectors.toSet());
        assertThat(ids).as(life.toString()).hasSize(calls);
        assertThat(answers)
                .as(life.toString())
                .allSatisfy(seen -> assertThat(seen.status())
                        .isNotIn("unknown", step.decision() instanceof Decision.RequestPause ? "" : "paused"));
    }
}
