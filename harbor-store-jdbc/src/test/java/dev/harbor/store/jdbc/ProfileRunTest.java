package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Instructions;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.run.Completion;
import dev.harbor.run.CompletionContract;
import dev.harbor.run.CompletionEvaluator;
import dev.harbor.run.CompletionEvaluators;
import dev.harbor.run.Interpretation;
import dev.harbor.run.Profile;
import dev.harbor.run.RecordedEvidence;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Profiles and evaluators of a user's own decide how a driven run ends, on a journal in memory and on one on disk. */
final class ProfileRunTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String RUN = "r1";

    /** Where a run is on record. */
    enum Kept {
        IN_MEMORY,
        ON_DISK
    }

    @TempDir
    Path folder;

    private final AtomicInteger asked = new AtomicInteger();

    /** Is a profile of a user's own, which fails where a test wants it to. */
    private static class Own implements Profile {

        @Override
        public String name() {
            return "own";
        }

        @Override
        public String version() {
            return "v1";
        }

        @Override
        public CompletionContract completion() {
            return new CompletionContract("own_rule", "v2", Map.of());
        }

        @Override
        public Instructions prepare(PlanContext context) throws Exception {
            return Instructions.NONE;
        }

        @Override
        public Interpretation interpret(Json answer) {
            return new Interpretation(List.of(claim(answer)), answer, true);
        }
    }

    private static Evidence claim(Json answer) {
        return new Evidence("", "answer", "v1", Provenance.MODEL, answer, null, null, null, null);
    }

    private HarborRuntime runtime(Kept kept, Profile profile, CompletionEvaluator evaluator) {
        return HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(
                        kept == Kept.IN_MEMORY
                                ? InMemoryJournal.create(Clock.systemUTC())
                                : JdbcJournal.sqlite(folder.resolve("j.db")))
                .profiles(profile)
                .evaluators(CompletionEvaluators.standard()
                        .with("own_rule", "v1", (contract, evidence) -> Completion.reached("another_version"))
                        .with("own_rule", "v2", evaluator))
                .planner(context -> {
                    asked.incrementAndGet();
                    return Decision.finish(
                            Json.of("answer " + context.trajectory().size()));
                })
                .build();
    }

    private RunResult drive(Kept kept, Profile profile, CompletionEvaluator evaluator) {
        try (HarborRuntime runtime = runtime(kept, profile, evaluator)) {
            RunResult result = runtime.as(Driving.ADA)
                    .start(RunRequest.goal("g").id(RUN).profile(profile))
                    .await(PATIENCE);
            assertOnRecord(runtime, result);
            return result;
        }
    }

    private static void assertOnRecord(HarborRuntime runtime, RunResult result) {
        Run run = runtime.as(Driving.ADA).run(RUN).orElseThrow();
        assertThat(run.state()).isEqualTo(result.state());
        assertThat(run.reason()).isEqualTo(result.reason());
        assertThat(run.evidence()).isEqualTo(result.evidence());
    }

    private static CompletionEvaluator never() {
        return (contract, evidence) -> {
            throw new AssertionError("there is nothing to evaluate");
        };
    }

    @ParameterizedTest
    @EnumSource
    void evaluatorOfOnesOwn_thatIsContent_endsTheRun_andNoOtherVersionIsAsked(Kept kept) {
        RunResult result = drive(kept, new Own(), (contract, evidence) -> {
            assertThat(contract).isEqualTo(new Own().completion());
            assertThat(evidence)
                    .extracting(claim -> claim.evidence().provenance())
                    .containsExactly(Provenance.MODEL);
            return Completion.reached("own_reason");
        });
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.reason()).isEqualTo("own_reason");
        assertThat(result.result()).isEqualTo(Json.of("answer 0"));
    }

    @ParameterizedTest
    @EnumSource
    void evaluatorOfOnesOwn_thatIsNotContent_makesTheRunWait_andItGoesOnWithInput(Kept kept) {
        CompletionEvaluator two = (contract, evidence) ->
                evidence.size() < 2 ? Completion.missing("one_more_answer") : Completion.reached("two_answers");
        RunResult waiting = drive(kept, new Own(), two);
        assertThat(waiting.state()).isEqualTo(RunState.WAITING);
        assertThat(waiting.reason()).isEqualTo("one_more_answer");
        if (kept == Kept.ON_DISK) {
            try (HarborRuntime runtime = runtime(kept, new Own(), two)) {
                assertThat(resume(runtime, ResumeRequest.of(RUN)).state()).isEqualTo(RunState.WAITING);
                assertThat(asked).hasValue(1);
                RunResult done = resume(runtime, ResumeRequest.of(RUN).input(Json.of("once more")));
                assertThat(done.reason()).isEqualTo("two_answers");
                assertOnRecord(runtime, done);
            }
        }
    }

    private static RunResult resume(HarborRuntime runtime, ResumeRequest request) {
        return runtime.as(Driving.ADA).resume(request).await(PATIENCE);
    }

    @ParameterizedTest
    @EnumSource
    void profile_thatDoesNotStop_isAskedAgain_andToldWhatIsMissing(Kept kept) {
        Profile goingOn = new Own() {
            @Override
            public Interpretation interpret(Json answer) {
                return new Interpretation(List.of(claim(answer)), answer, false);
            }
        };
        RunResult result = drive(
                kept,
                goingOn,
                (contract, evidence) ->
                        evidence.size() < 3 ? Completion.missing("more_answers") : Completion.reached("three_answers"));
        assertThat(result.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(result.reason()).isEqualTo("three_answers");
        assertThat(result.result()).isEqualTo(Json.of("answer 2"));
        assertThat(asked).hasValue(3);
        assertThat(result.trajectory().steps().subList(0, 2))
                .allSatisfy(step -> assertThat(step.observations())
                        .extracting(Observation::status)
                        .containsExactly("incomplete"));
    }

    @ParameterizedTest
    @EnumSource
    void evaluatorOfOnesOwn_thatThrows_failsTheRun_andWhatWasClaimedStays(Kept kept) {
        RunResult result = drive(kept, new Own(), (contract, evidence) -> {
            throw new IOException("the rule book is lost");
        });
        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo("completion_evaluation_failed");
        assertThat(result.evidence()).extracting(RecordedEvidence::callId).containsExactly("");
    }

    @ParameterizedTest
    @EnumSource
    void profile_thatCanNotPrepare_failsTheRun_beforeThePlannerIsAsked(Kept kept) {
        Profile broken = new Own() {
            @Override
            public Instructions prepare(PlanContext context) throws IOException {
                throw new IOException("the template is lost");
            }
        };
        RunResult result = drive(kept, broken, never());
        assertThat(result.state()).isEqualTo(RunState.FAILED);
        assertThat(result.reason()).isEqualTo("profile_prepare_failed");
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void profile_thatForgesEvidence_failsTheTurn_andNothingOfTheAnswerIsKept(Kept kept) {
        for (Evidence forged : List.of(
                Evidence.observed("action", Json.of("seen")),
                Evidence.verified("check", Json.of("seen"), new Evidence.Subject(null, "a-1"), true))) {
            assertForged(kept, forged);
        }
    }

    private void assertForged(Kept kept, Evidence forged) {
        String runId = "forged-" + forged.type();
        Profile forging = new Own() {
            @Override
            public Interpretation interpret(Json answer) {
                return new Interpretation(List.of(claim(answer), forged), answer, true);
            }
        };
        try (HarborRuntime runtime = runtime(kept, forging, never())) {
            RunResult result = runtime.as(Driving.ADA)
                    .start(RunRequest.goal("g").id(runId).profile(forging))
                    .await(PATIENCE);
            assertThat(result.state()).isEqualTo(RunState.FAILED);
            assertThat(result.reason()).isEqualTo("model_failed");
            assertThat(runtime.as(Driving.ADA).run(runId).orElseThrow().evidence())
                    .isEmpty();
        }
    }
}
