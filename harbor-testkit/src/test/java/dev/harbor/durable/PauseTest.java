package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.access.Verdict;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.StreamInfo;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseException;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.PauseToken;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that wait for a person, and what comes of what the person says. */
final class PauseTest {

    private static final Resolution YES = Resolution.approve("eve");
    private static final Resolution NO = Resolution.reject("eve").note("too dear");

    private final Asking asking = new Asking();

    private static Planner writing() {
        return script(call("world.write"), finish());
    }

    private static Observation seen(RunResult result, int step, int call) {
        return result.trajectory().steps().get(step).observations().get(call);
    }

    private static ErrorCode codeOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
        return ((HarborException) catchThrowable(action)).code();
    }

    @Test
    void approval_letsTheCallBeMade_once_withItsArguments() {
        try (HarborRuntime runtime = asking.process(writing())) {
            RunResult parked = Asking.start(runtime);
            assertThat(parked.state()).isEqualTo(RunState.WAITING);
            assertThat(parked.reason()).isEqualTo("pause:approval_required");
            assertThat(asking.world.count("world.write")).isZero();
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), YES));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(seen(ended, 0, 0).content()).isEqualTo(World.ARGUMENTS);
            assertThat(asking.world.count("world.write")).isEqualTo(1);
        }
    }

    @Test
    void rejection_isADenial_andTheRunGoesOn() {
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, NO));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(seen(ended, 0, 0).status()).isEqualTo("denied");
            assertThat(seen(ended, 0, 0).content().toString())
                    .contains("approval_rejected")
                    .contains("too dear");
            assertThat(asking.world.effects.count()).isZero();
            assertThat(runtime.as(World.ADA).run(World.RUN).orElseThrow().invocations())
                    .singleElement()
                    .satisfies(call -> assertThat(call.code()).isEqualTo("approval_rejected"));
        }
    }

    @Test
    void pause_survivesTheProcess_andGoesOnInAnother() {
        String token;
        try (HarborRuntime runtime = asking.process(writing())) {
            token = Asking.token(Asking.start(runtime));
        }
        try (HarborRuntime runtime = asking.process(writing())) {
            Pause pause = runtime.as(World.ADA).pause(token).orElseThrow();
            assertThat(pause.id()).isEqualTo(PauseToken.of(token).id());
            assertThat(Asking.await(runtime.as(World.ADA).resolvePause(token, YES))
                            .state())
                    .isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void closedRuntime_asksNobodyAnything_andLeavesWhatWaits() {
        HarborRuntime closed = asking.process(writing());
        String token = Asking.token(Asking.start(closed));
        Caller ada = closed.as(World.ADA);
        closed.close();
        closed.close();

        assertThat(codeOf(() -> ada.resolvePause(token, YES))).isEqualTo(ErrorCode.CLOSED);
        assertThat(codeOf(ada::pauses)).isEqualTo(ErrorCode.CLOSED);
        assertThat(codeOf(() -> closed.operator().expirePauses(10))).isEqualTo(ErrorCode.CLOSED);
        assertThat(codeOf(() -> ada.call("world.write", World.ARGUMENTS).orThrow()))
                .isEqualTo(ErrorCode.CLOSED);
        try (HarborRuntime next = asking.process(writing())) {
            assertThat(Asking.await(next.as(World.ADA).resolvePause(token, YES)).isSuccess())
                    .isTrue();
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void resolution_isDurable_whereTheRunCannotGoOn() {
        String token;
        try (HarborRuntime runtime = asking.process(writing())) {
            token = Asking.token(Asking.start(runtime));
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(asking.world.journal))
                .clock(asking.world.clock)
                .build()) {
            assertThat(desk.as(World.ADA).resolvePause(token, YES).run()).isNull();
        }
        try (HarborRuntime runtime = asking.process(writing())) {
            List<RunHandle> orphans = runtime.operator().resumeOrphans(10);
            assertThat(orphans).hasSize(1);
            assertThat(orphans.get(0).await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void approval_isNotSpent_inAProcessWithoutTheTool() {
        String ofRun;
        String ofCall;
        try (HarborRuntime runtime = asking.process(writing())) {
            ofRun = Asking.token(Asking.start(runtime));
            var outcome = runtime.as(World.ADA).call("world.write", World.ARGUMENTS);
            ofCall = ((dev.harbor.tool.ToolOutcome.Paused<Json>) outcome).token();
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(asking.world.journal))
                .clock(asking.world.clock)
                .access(Asking.ABOUT_WRITES)
                .planner(writing())
                .build()) {
            assertThat(desk.as(World.ADA).resolvePause(ofRun, YES).run()).isNull();
            assertThat(desk.as(World.ADA).resolvePause(ofCall, YES).run()).isNull();
            assertThat(desk.operator().resumeOrphans(10)).isEmpty();
        }
        try (HarborRuntime runtime = asking.process(writing())) {
            assertThat(runtime.operator().resumeOrphans(10))
                    .hasSize(2)
                    .allSatisfy(
                            run -> assertThat(run.await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED));
        }
        assertThat(asking.world.count("world.write")).isEqualTo(2);
    }

    @Test
    void run_withAPlannerOfItsOwn_isPlannedByNoOther() {
        Planner own = writing();
        Planner others = context -> {
            throw new IllegalStateException("this run is not mine");
        };
        try (HarborRuntime runtime = asking.process(others)) {
            Caller ada = runtime.as(World.ADA);
            RunResult parked = ada.start(dev.harbor.runtime.RunRequest.goal("g")
                            .id(World.RUN)
                            .planner(own))
                    .await(World.BOUND);
            assertThat(ada.resolvePause(Asking.token(parked), YES).run()).isNull();
            assertThat(ada.run(World.RUN).orElseThrow().reason()).isEqualTo("pause_resolved");
            RunResult ended = ada.resume(
                            dev.harbor.runtime.ResumeRequest.of(World.RUN).planner(own))
                    .await(World.BOUND);
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void racers_onOneToken_areOneWinnerAndOthersWhoAreTold() throws Exception {
        try (HarborRuntime runtime = asking.process(writing());
                HarborRuntime other = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            ExecutorService racers = Executors.newFixedThreadPool(32);
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Object>> ends = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                HarborRuntime mine = i % 2 == 0 ? runtime : other;
                Resolution word = i % 3 == 0 ? NO : YES;
                ends.add(racers.submit(() -> {
                    go.await();
                    try {
                        return mine.as(World.ADA).resolvePause(token, word);
                    } catch (HarborException e) {
                        return e.code();
                    }
                }));
            }
            go.countDown();
            List<Object> what = new ArrayList<>();
            for (Future<Object> end : ends) {
                what.add(end.get(60, TimeUnit.SECONDS));
            }
            racers.shutdown();
            assertThat(what).filteredOn(ResolvedPause.class::isInstance).hasSize(1);
            assertThat(what)
                    .filteredOn(ErrorCode.class::isInstance)
                    .hasSize(31)
                    .allMatch(code -> code.equals(ErrorCode.PAUSE_ALREADY_RESOLVED) || code.equals(ErrorCode.RUN_BUSY));
            asking.settled(runtime);
            assertThat(asking.world.types(World.RUN)).containsOnlyOnce("pause.resolved");
            assertThat(asking.world.count("world.write")).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void otherIdentities_getTheAnswerOfATokenThatDoesNotExist() {
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            List<Identity> others = List.of(
                    Identity.of("globex", "ada", "s1"),
                    Identity.of("acme", "eve", "s1"),
                    Identity.of("acme", "ada", "s2"));
            for (Identity other : others) {
                Caller stranger = runtime.as(other);
                Throwable foreign = catchThrowable(() -> stranger.resolvePause(token, YES));
                Throwable none = catchThrowable(() -> stranger.resolvePause("r7." + "0".repeat(32), YES));
                assertThat(foreign).isInstanceOf(PauseException.class).hasMessage(none.getMessage());
                assertThat(((PauseException) foreign).code()).isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
                assertThat(stranger.pause(token)).isEmpty();
                assertThat(stranger.pauses()).isEmpty();
            }
            Caller ada = runtime.as(World.ADA);
            String guess = token.substring(0, token.length() - 1) + (token.endsWith("0") ? "1" : "0");
            assertThat(codeOf(() -> ada.resolvePause(guess, YES))).isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
            assertThat(codeOf(() -> ada.resolvePause("no token", YES))).isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
            assertThat(codeOf(() -> ada.resolvePause(PauseToken.of(token).id(), YES)))
                    .isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
            assertThat(ada.pauses()).hasSize(1);
        }
    }

    @Test
    void token_standsInNoRecordNoHeadAndNoText() {
        try (HarborRuntime runtime = asking.process(writing())) {
            RunResult parked = Asking.start(runtime);
            String secret = Asking.token(parked);
            assertThat(asking.world.records(World.RUN).toString()).doesNotContain(secret);
            assertThat(asking.world.journal.info("run/r1").toString()).doesNotContain(secret);
            assertThat(parked.toString()).doesNotContain(secret);
            assertThat(runtime.as(World.ADA).pauses().toString()).doesNotContain(secret);
            assertThat(PauseToken.of(secret).toString()).doesNotContain(secret);
            assertThat(secret).matches("r1\\.[0-9a-f]{32}");
        }
    }

    @Test
    void secondResolution_isTold_whatTheFirstWas() {
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            Asking.await(runtime.as(World.ADA).resolvePause(token, YES));
            assertThatThrownBy(() -> runtime.as(World.ADA).resolvePause(token, NO))
                    .isInstanceOf(PauseException.class)
                    .hasMessageContaining("resolved before, with approve")
                    .satisfies(
                            e -> assertThat(((PauseException) e).code()).isEqualTo(ErrorCode.PAUSE_ALREADY_RESOLVED));
            assertThat(asking.world.count("world.write")).isEqualTo(1);
        }
    }

    @Test
    void editedArguments_areValidated_andCalledWith() {
        try (HarborRuntime runtime = asking.process(writing())) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));
            for (String wrong :
                    List.of("{\"value\":\"x\"}", "{\"value\":1,\"more\":2}", "{}", "[]", "{\"value\":\"7\"}")) {
                assertThat(codeOf(() -> ada.resolvePause(token, YES.arguments(Json.parse(wrong)))))
                        .as(wrong)
                        .isEqualTo(ErrorCode.INVALID_RESOLUTION);
            }
            assertThat(ada.pauses()).hasSize(1);
            RunResult ended = Asking.await(ada.resolvePause(token, YES.arguments(Json.parse("{\"value\":7}"))));
            assertThat(seen(ended, 0, 0).content()).isEqualTo(Json.of(Map.of("value", 7)));
            assertThat(ada.run(World.RUN).orElseThrow().invocations().get(0).argumentsDigest())
                    .isEqualTo(Json.of(Map.of("value", 7)).argumentsDigest());
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void editedArguments_whereTheToolIsNot_areValidatedBeforeTheCall() {
        String token;
        try (HarborRuntime runtime = asking.process(writing())) {
            token = Asking.token(Asking.start(runtime));
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(asking.world.journal))
                .clock(asking.world.clock)
                .build()) {
            desk.as(World.ADA).resolvePause(token, YES.arguments(Json.parse("{\"value\":\"x\"}")));
        }
        RunResult ended = asking.world.resume(writing());
        assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(seen(ended, 0, 0).content().toString()).contains("INVALID_ARGUMENTS");
        assertThat(asking.world.effects.count()).isZero();
    }

    @Test
    void invalidArguments_neverReachAPerson() {
        Decision bad = Decision.call("world.write", Json.parse("{\"value\":\"many\"}"));
        try (HarborRuntime runtime = asking.process(script(bad, finish()))) {
            RunResult ended = Asking.start(runtime);
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(seen(ended, 0, 0).content().toString()).contains("INVALID_ARGUMENTS");
            assertThat(asking.world.types(World.RUN)).doesNotContain("call.paused");
        }
    }

    @Test
    void definitionThatChanged_isAskedAboutAgain() {
        String token;
        try (HarborRuntime runtime = asking.process(writing())) {
            token = Asking.token(Asking.start(runtime));
        }
        asking.world.description = "says something else of itself now";
        try (HarborRuntime runtime = asking.process(writing())) {
            RunResult again = Asking.await(runtime.as(World.ADA).resolvePause(token, YES));
            assertThat(again.reason()).isEqualTo("pause:approval_required");
            assertThat(asking.world.effects.count()).isZero();
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(again), YES));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"deny", "allow"})
    void policy_hasTheLastWord_afterAnApproval(String last) {
        List<String> mood = new ArrayList<>(List.of("ask"));
        asking.world.more = builder -> builder.access(Asking.asking(
                "moody@1",
                verdict -> verdict instanceof Verdict.Ask && mood.get(0).equals("deny")
                        ? Verdict.deny("frozen", "no writes today")
                        : verdict instanceof Verdict.Ask && mood.get(0).equals("allow") ? Verdict.allow() : verdict));
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            mood.set(0, last);
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, YES));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(seen(ended, 0, 0).status()).isEqualTo(last.equals("deny") ? "denied" : "succeeded");
        }
        assertThat(asking.world.count("world.write")).isEqualTo(last.equals("deny") ? 0 : 1);
    }

    @Test
    void approval_isForOneCall_andTheNextIsAskedAbout() {
        Planner twice = script(call("world.write"), call("world.write"), finish());
        try (HarborRuntime runtime = asking.process(twice)) {
            String token = Asking.token(Asking.start(runtime));
            RunResult again = Asking.await(runtime.as(World.ADA).resolvePause(token, YES));
            assertThat(again.reason()).isEqualTo("pause:approval_required");
            assertThat(asking.world.count("world.write")).isEqualTo(1);
            assertThat(codeOf(() -> runtime.as(World.ADA).resolvePause(token, YES)))
                    .isEqualTo(ErrorCode.PAUSE_ALREADY_RESOLVED);
            Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(again), YES));
        }
        assertThat(asking.world.count("world.write")).isEqualTo(2);
    }

    @Test
    void batch_inWhichOneCallAsks_makesTheOthers_andWaitsForThatOne() {
        Planner many = script(group(JoinPolicy.ALL, "world.read", "world.write", "world.pure"), finish());
        try (HarborRuntime runtime = asking.process(many)) {
            RunResult parked = Asking.start(runtime);
            assertThat(asking.world.count("world.read")).isEqualTo(1);
            assertThat(asking.world.count("world.pure")).isEqualTo(1);
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), YES));
            assertThat(ended.trajectory().steps().get(0).observations())
                    .extracting(Observation::status)
                    .containsExactly("succeeded", "succeeded", "succeeded");
        }
        assertThat(asking.world.count("world.read")).isEqualTo(1);
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void severalPauses_areResolvedEachOnItsOwn_andTheRunGoesOnWithTheLast() {
        Planner many = script(group(JoinPolicy.ALL, "world.write", "world.keyed", "world.write"), finish());
        try (HarborRuntime runtime = asking.process(many)) {
            Caller ada = runtime.as(World.ADA);
            RunResult parked = Asking.start(runtime);
            assertThat(parked.tokens()).hasSize(3);
            assertThat(ada.resolvePause(parked.tokens().get(2), YES).run()).isNull();
            assertThat(ada.resolvePause(parked.tokens().get(0), NO).run()).isNull();
            assertThat(asking.world.effects.count()).isZero();
            assertThat(ada.pauses()).hasSize(1);
            RunResult ended = Asking.await(ada.resolvePause(parked.tokens().get(1), YES));
            assertThat(ended.trajectory().steps().get(0).observations())
                    .extracting(Observation::status)
                    .containsExactly("denied", "succeeded", "succeeded");
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
        assertThat(asking.world.count("world.keyed")).isEqualTo(1);
    }

    @Test
    void raceOfCalls_goesOnWithTheFirstApproval_andDropsTheOthers() {
        Planner many = script(group(JoinPolicy.FIRST_SUCCESS, "world.write", "world.keyed"), finish());
        try (HarborRuntime runtime = asking.process(many)) {
            Caller ada = runtime.as(World.ADA);
            RunResult parked = Asking.start(runtime);
            RunResult ended = Asking.await(ada.resolvePause(parked.tokens().get(0), YES));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.trajectory().steps().get(0).observations())
                    .extracting(Observation::status)
                    .containsExactly("succeeded", "cancelled");
            assertThat(ada.pauses()).isEmpty();
            assertThat(codeOf(() -> ada.resolvePause(parked.tokens().get(1), YES)))
                    .isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
        }
        assertThat(asking.world.effects.count()).isEqualTo(1);
    }

    @Test
    void pause_isResolved_whileOtherCallsOfItsBatchStillRun() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Tool<World.Value, World.Value> slow = Tool.<World.Value, World.Value>of(
                        "world.slow", World.Value.class, World.Value.class, value -> {
                            started.countDown();
                            release.await();
                            return value;
                        })
                .effect(SideEffect.WRITE);
        asking.world.more = builder -> builder.access(Asking.ABOUT_WRITES).tools(slow);
        Planner many = script(group(JoinPolicy.ALL, "world.write", "world.slow"), finish());
        try (HarborRuntime runtime = asking.process(many)) {
            Caller ada = runtime.as(World.ADA);
            RunHandle handle = ada.start(dev.harbor.runtime.RunRequest.goal("g").id(World.RUN));
            assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
            String pauseId = Asking.only(ada).id();
            assertThat(runtime.operator().resolvePause(pauseId, YES).run()).isNull();
            release.countDown();
            assertThat(handle.await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void expiry_refusesTheCall_andTheRunGoesOn() {
        asking.world.more = builder -> builder.access(Asking.ABOUT_WRITES).pauseExpiry(Duration.ofHours(1));
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            assertThat(Asking.only(runtime.as(World.ADA)).expiresAt())
                    .isEqualTo(asking.world.clock.instant().plus(Duration.ofHours(1)));
            asking.world.clock.advance(Duration.ofMinutes(59));
            assertThat(runtime.operator().expirePauses(10)).isZero();
            asking.world.clock.advance(Duration.ofMinutes(1));
            runtime.operator().expirePauses(10);
            Run ended = asking.settled(runtime);
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.invocations().get(0).code()).isEqualTo("approval_expired");
            assertThat(codeOf(() -> runtime.as(World.ADA).resolvePause(token, YES)))
                    .isEqualTo(ErrorCode.PAUSE_ALREADY_RESOLVED);
        }
        assertThat(asking.world.effects.count()).isZero();
    }

    /** The clock may jump, and nobody has looked yet. */
    @Test
    void answer_thatComesAfterTheTimeIsOver_isTooLate_alsoBeforeAnybodyNoticed() {
        AtomicBoolean looks = new AtomicBoolean();
        Journal unwatched = new JournalView(asking.world.journal) {
            @Override
            public List<StreamInfo> find(HeadQuery query) {
                return looks.get() || query.dueBy() == null ? super.find(query) : List.of();
            }
        };
        try (HarborRuntime runtime = asking.world.process(unwatched, writing()).build()) {
            String token = Asking.token(Asking.start(runtime));
            asking.world.clock.advance(HarborRuntime.Builder.DEFAULT_PAUSE_EXPIRY);
            for (Resolution late : List.of(YES, NO, YES.arguments(World.ARGUMENTS))) {
                assertThat(codeOf(() -> runtime.as(World.ADA).resolvePause(token, late)))
                        .isEqualTo(ErrorCode.PAUSE_ALREADY_RESOLVED);
            }
            assertThat(asking.world.types(World.RUN)).doesNotContain("pause.resolved");
            looks.set(true);
            runtime.operator().expirePauses(10);
            assertThat(asking.settledAfterPause(runtime).invocations().get(0).code())
                    .isEqualTo("approval_expired");
        }
        assertThat(asking.world.effects.count()).isZero();
    }

    @Test
    void expiry_thatCameWhileNoProcessLived_isNoticedWhenOneStarts() {
        try (HarborRuntime runtime = asking.process(writing())) {
            Asking.start(runtime);
        }
        asking.world.clock.advance(Duration.ofDays(8));
        try (HarborRuntime runtime = asking.process(writing())) {
            assertThat(asking.settledAfterPause(runtime).invocations().get(0).code())
                    .isEqualTo("approval_expired");
        }
    }

    @Test
    void expiry_ofAPauseOfTheRunItself_endsTheRun() {
        Planner waiting = script(World.pause(), finish());
        try (HarborRuntime runtime = asking.process(waiting)) {
            Asking.start(runtime);
            asking.world.clock.advance(Duration.ofDays(8));
            runtime.operator().expirePauses(10);
            Run ended = asking.settled(runtime);
            assertThat(ended.state()).isEqualTo(RunState.FAILED);
            assertThat(ended.reason()).isEqualTo("pause_expired");
        }
    }

    @ParameterizedTest
    @EnumSource(PauseReason.class)
    void rejection_ofAPauseOfTheRunItself_endsTheRun(PauseReason reason) {
        Planner waiting = script(new Decision.RequestPause(reason, "may I?", Json.EMPTY_OBJECT), finish());
        try (HarborRuntime runtime = asking.process(waiting)) {
            String token = Asking.token(Asking.start(runtime));
            assertThat(runtime.as(World.ADA).resolvePause(token, NO).run()).isNull();
            Run ended = runtime.as(World.ADA).run(World.RUN).orElseThrow();
            assertThat(ended.state()).isEqualTo(RunState.FAILED);
            assertThat(ended.reason()).isEqualTo("constraints_conflict");
            assertThat(runtime.as(World.ADA).pauses()).isEmpty();
        }
    }

    @Test
    void resumption_givesThePlannerItsPayload() {
        Planner waiting = script(World.pause(), finish());
        try (HarborRuntime runtime = asking.process(waiting)) {
            String token = Asking.token(Asking.start(runtime));
            Json answer = Json.of(Map.of("choice", "b"));
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, Resolution.resume("ada", answer)));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.trajectory().steps().get(0).observations())
                    .extracting(Observation::content)
                    .contains(answer);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = PauseReason.class,
            names = {"APPROVAL_REQUIRED", "CONSTRAINTS_CONFLICT"})
    void input_isNoDecision(PauseReason reason) {
        Planner waiting = script(new Decision.RequestPause(reason, "may I?", Json.EMPTY_OBJECT), finish());
        RunResult parked = asking.world.start(waiting);
        assertThat(asking.world
                        .resume(waiting, request -> request.input(Json.of("yes")))
                        .reason())
                .isEqualTo("pause:" + reason.wireName());
        try (HarborRuntime runtime = asking.process(waiting)) {
            assertThat(Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), YES))
                            .state())
                    .isEqualTo(RunState.SUCCEEDED);
        }
    }

    @Test
    void input_approvesNoCall() {
        asking.world.start(writing());
        RunResult still = asking.world.resume(writing(), request -> request.input(Json.of("yes, do it")));
        assertThat(still.reason()).isEqualTo("pause:approval_required");
        assertThat(asking.world.effects.count()).isZero();
        assertThat(asking.world.types(World.RUN)).containsOnlyOnce("call.paused");
    }

    @Test
    void resolution_thatDoesNotFit_changesNothing() {
        try (HarborRuntime runtime = asking.process(writing())) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));
            int records = asking.world.records(World.RUN).size();
            assertThat(codeOf(() -> ada.resolvePause(token, Resolution.resume("eve", Json.NULL))))
                    .isEqualTo(ErrorCode.INVALID_RESOLUTION);
            assertThat(codeOf(() -> ada.resolvePause(token, Resolution.timeout())))
                    .isEqualTo(ErrorCode.INVALID_RESOLUTION);
            assertThat(asking.world.records(World.RUN)).hasSize(records);
        }
    }

    @Test
    void cancellation_ofAParkedRun_closesItsPauses() {
        try (HarborRuntime runtime = asking.process(writing())) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));
            assertThat(ada.cancel(World.RUN, "enough").state()).isEqualTo(RunState.CANCELLED);
            assertThat(ada.pauses()).isEmpty();
            assertThat(codeOf(() -> ada.resolvePause(token, YES))).isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
        }
        assertThat(asking.world.effects.count()).isZero();
    }

    @Test
    void childThatAsks_isAnswered_andItsParentGoesOn() {
        Planner family = context -> {
            int step = context.trajectory().size();
            if (context.goal().equals("child")) {
                return step == 0 ? call("world.write") : finish();
            }
            return switch (step) {
                case 0 -> new Decision.SpawnTask("child", Json.EMPTY_OBJECT);
                case 1 -> new Decision.AwaitTask("r1.1");
                default -> finish();
            };
        };
        try (HarborRuntime runtime = asking.process(family)) {
            Caller ada = runtime.as(World.ADA);
            RunResult parked = Asking.start(runtime);
            assertThat(parked.reason()).isEqualTo("pause:approval_required");
            Pause pause = Asking.only(ada);
            assertThat(pause.runId()).isEqualTo("r1.1");
            RunResult ended = Asking.await(runtime.operator().resolvePause(pause.id(), YES));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void twoRuns_thatWaitAtOnce_areAnsweredEachByItsOwnToken() {
        try (HarborRuntime runtime = asking.process(writing())) {
            Caller ada = runtime.as(World.ADA);
            RunResult one =
                    ada.start(dev.harbor.runtime.RunRequest.goal("g").id("one")).await(World.BOUND);
            RunResult two =
                    ada.start(dev.harbor.runtime.RunRequest.goal("g").id("two")).await(World.BOUND);
            assertThat(runtime.operator().pauses(HeadQuery.tenant("acme"))).hasSize(2);
            assertThat(Asking.await(ada.resolvePause(Asking.token(two), YES)).runId())
                    .isEqualTo("two");
            assertThat(asking.world.count("world.write")).isEqualTo(1);
            assertThat(ada.run("one").orElseThrow().state()).isEqualTo(RunState.WAITING);
            assertThat(Asking.await(ada.resolvePause(Asking.token(one), NO)).runId())
                    .isEqualTo("one");
            assertThat(asking.world.count("world.write")).isEqualTo(1);
        }
    }

    @Test
    void listing_showsWhatAPersonNeeds_andNoSecret() {
        String secret = "sk-live-4242424242424242";
        record Payment(int value, String apiKey) {}
        Tool<Payment, World.Value> pay = Tool.<Payment, World.Value>of(
                        "pay", Payment.class, World.Value.class, payment -> new World.Value(payment.value()))
                .effect(SideEffect.EXTERNAL);
        List<String> heard = new java.util.concurrent.CopyOnWriteArrayList<>();
        asking.world.more = builder -> builder.tools(pay)
                .access(dev.harbor.access.ApprovalPolicy.askingFor(SideEffect.EXTERNAL))
                .events(event -> heard.add(event.toString()));
        Json arguments = Json.of(Map.of("value", 5, "apiKey", secret));
        try (HarborRuntime runtime = asking.process(script(Decision.call("pay", arguments), finish()))) {
            RunResult parked = Asking.start(runtime);
            Pause pause = Asking.only(runtime.as(World.ADA));
            Pause.Call call = java.util.Objects.requireNonNull(pause.call());
            assertThat(call.tool()).isEqualTo("pay@v1");
            assertThat(call.argumentsDigest()).isEqualTo(arguments.argumentsDigest());
            assertThat(call.definitionDigest()).isEqualTo(pay.definition().digest());
            assertThat(call.arguments()).isEqualTo(Json.of(Map.of("value", 5, "apiKey", "***")));
            assertThat(pause.toString()).doesNotContain(secret);
            assertThat(parked.result().toString()).doesNotContain(secret);
            assertThat(Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), YES))
                            .state())
                    .isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(heard).noneMatch(event -> event.contains(secret));
        assertThat(heard).anyMatch(event -> event.startsWith("PauseRequested"));
        assertThat(heard).anyMatch(event -> event.startsWith("PauseResolved"));
    }

    @Test
    void bareCall_thatAsks_becomesARunOfOneCall() {
        try (HarborRuntime runtime = asking.process(script())) {
            Caller ada = runtime.as(World.ADA);
            var outcome = ada.call("world.write", World.ARGUMENTS);
            assertThat(outcome).isInstanceOf(dev.harbor.tool.ToolOutcome.Paused.class);
            String token = ((dev.harbor.tool.ToolOutcome.Paused<Json>) outcome).token();
            assertThat(outcome.toString()).doesNotContain(token);
            RunResult ended = Asking.await(ada.resolvePause(token, YES));
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.result()).isEqualTo(World.ARGUMENTS);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void bareCall_thatIsRejected_cameToNothing_inWhicheverProcess() {
        String token;
        try (HarborRuntime runtime = asking.process(script())) {
            var outcome = runtime.as(World.ADA).call("world.write", World.ARGUMENTS);
            token = ((dev.harbor.tool.ToolOutcome.Paused<Json>) outcome).token();
        }
        try (HarborRuntime runtime = asking.process(script())) {
            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, NO));
            assertThat(ended.state()).isEqualTo(RunState.FAILED);
            assertThat(ended.result().toString()).contains("approval_rejected");
        }
        assertThat(asking.world.effects.count()).isZero();
    }

    @Test
    void callFromInsideATool_canNotWait_andIsDenied() {
        Tool<World.Value, World.Value> outer = Tool.<World.Value, World.Value>of(
                        "outer", World.Value.class, World.Value.class, (value, context) -> {
                            var inner = context.call("world.write", World.ARGUMENTS);
                            return new World.Value(inner instanceof dev.harbor.tool.ToolOutcome.Denied<Json> ? 1 : 0);
                        })
                .effect(SideEffect.READ);
        asking.world.more = builder -> builder.access(Asking.ABOUT_WRITES).tools(outer);
        RunResult ended = asking.world.start(script(call("outer"), finish()));
        assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(seen(ended, 0, 0).content()).isEqualTo(World.ARGUMENTS);
        assertThat(asking.world.types(World.RUN)).doesNotContain("call.paused");
    }

    @Test
    void resume_ofARunThatStillWaits_doesNothing() {
        asking.world.start(writing());
        int records = asking.world.records(World.RUN).size();
        assertThat(asking.world.resume(writing()).reason()).isEqualTo("pause:approval_required");
        assertThat(asking.world.records(World.RUN)).hasSize(records);
    }
}
