package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.Verdict;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseToken;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody may try to get a call made that nobody approved, or made twice, or to learn of what waits. */
@Timeout(240)
final class PauseAttackTest {

    private static final Resolution YES = Resolution.approve("eve");

    private final Asking asking = new Asking();

    private static Planner writing() {
        return script(call("world.write"), finish());
    }

    private static ErrorCode codeOf(ThrowingCallable action) {
        Throwable thrown = catchThrowable(action);
        assertThat(thrown).as("it was not refused").isInstanceOf(HarborException.class);
        return ((HarborException) thrown).code();
    }

    private static RunResult start(HarborRuntime runtime, Identity who, String run) {
        return runtime.as(who).start(RunRequest.goal("g").id(run)).await(World.BOUND);
    }

    @Test
    void tokensThatAreForged_fromEverythingThatIsPublic_areUnknown() {
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            Caller ada = runtime.as(World.ADA);
            Pause pause = Asking.only(ada);
            String digest = PauseToken.of(token).digest();
            String secret = token.substring(token.indexOf('.') + 1);
            List<String> forged = List.of(
                    pause.id(),
                    World.RUN + "." + digest,
                    World.RUN + "." + digest.substring(0, 32),
                    World.RUN + "." + secret.toUpperCase(java.util.Locale.ROOT),
                    World.RUN + "." + secret + "0",
                    World.RUN + "." + secret.substring(1),
                    World.RUN + "." + "0".repeat(32),
                    World.RUN + ".1." + secret,
                    "r2." + secret,
                    " " + token,
                    token + " ",
                    secret,
                    ".",
                    "");
            for (String each : forged) {
                boolean isReal = each.equals(token);
                assertThat(isReal).isFalse();
                assertThat(codeOf(() -> ada.resolvePause(each, YES))).as(each).isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
            }
            assertThat(ada.pauses()).containsExactly(pause);
            assertThat(asking.world.effects.count()).isZero();
        }
    }

    @Test
    void tokenOfOneRun_opensNoPauseOfAnother_ofTheSamePerson() {
        try (HarborRuntime runtime = asking.process(writing())) {
            String one = Asking.token(start(runtime, World.ADA, "one"));
            String two = Asking.token(start(runtime, World.ADA, "two"));
            String crossed = "two." + one.substring(one.indexOf('.') + 1);

            assertThat(codeOf(() -> runtime.as(World.ADA).resolvePause(crossed, YES)))
                    .isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
            assertThat(codeOf(() ->
                            runtime.as(World.ADA).steer("one", ControlKind.APPROVE, Json.of(Map.of("token", two)))))
                    .isIn(ErrorCode.PAUSE_NOT_FOUND, ErrorCode.CONTROL_REFUSED);
            assertThat(runtime.as(World.ADA).pauses()).hasSize(2);
            assertThat(asking.world.effects.count()).isZero();
        }
    }

    /** The refusal is the same, and what is told of it says nothing about who has what. */
    @Test
    void strangersWhoTry_learnNothing_andLeaveNoTraceInTheRun() {
        List<HarborEvent> events = new CopyOnWriteArrayList<>();
        asking.world.more = builder -> builder.access(Asking.ABOUT_WRITES).events(events::add);
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            int records = asking.world.records(World.RUN).size();
            for (Identity other : List.of(
                    Identity.of("globex", "ada", "s1"),
                    Identity.of("acme", "eve", "s1"),
                    Identity.of("acme", "ada", "s2"))) {
                Caller stranger = runtime.as(other);
                for (Resolution word : List.of(
                        YES,
                        Resolution.reject("eve"),
                        Resolution.resume("eve", Json.NULL),
                        YES.arguments(Json.parse("{\"value\":\"no number\"}")))) {
                    Throwable refusal = catchThrowable(() -> stranger.resolvePause(token, word));
                    Throwable none = catchThrowable(() -> stranger.resolvePause("r9." + "1".repeat(32), word));
                    assertThat(refusal).hasSameClassAs(none).hasMessage(none.getMessage());
                }
                assertThat(stranger.run(World.RUN)).isEmpty();
            }
            assertThat(asking.world.records(World.RUN)).hasSize(records);
            assertThat(events.toString()).doesNotContain(token);
        }
    }

    @Test
    void argumentsThatAnApproverPutsIn_areHeldToThePolicyOfTheCall() {
        AccessPolicy upToFive = new AccessPolicy() {
            @Override
            public Verdict evaluate(AccessRequest request) {
                boolean isLarge = request.arguments()
                        .flatMap(arguments -> arguments.get("value"))
                        .filter(value -> value.asInt() > 5)
                        .isPresent();
                return isLarge ? Verdict.deny("too_large", "five is the most") : Asking.ABOUT_WRITES.evaluate(request);
            }

            @Override
            public String ref() {
                return "up-to-five@1";
            }
        };
        asking.world.more = builder -> builder.access(upToFive);
        try (HarborRuntime runtime = asking.process(writing())) {
            String token = Asking.token(Asking.start(runtime));
            Resolution large = YES.arguments(Json.parse("{\"value\":1000}"));

            RunResult ended = Asking.await(runtime.as(World.ADA).resolvePause(token, large));

            assertThat(ended.trajectory().toString()).contains("too_large");
            assertThat(asking.world.effects.count()).isZero();
        }
    }

    /** Who approves other arguments has approved those, and not the ones that were asked about. */
    @Test
    void argumentsThatChangeAfterAnEdit_areNotApproved() {
        String token;
        try (HarborRuntime runtime = asking.process(writing())) {
            token = Asking.token(Asking.start(runtime));
        }
        try (HarborRuntime desk = HarborRuntime.builder()
                .artifacts(dev.harbor.artifacts.Artifacts.memory())
                .journal(new JournalView(asking.world.journal))
                .clock(asking.world.clock)
                .build()) {
            desk.as(World.ADA).resolvePause(token, YES.arguments(Json.parse("{\"value\":7}")));
        }
        asking.world.description = "another tool by now";
        try (HarborRuntime runtime = asking.process(writing())) {
            RunResult again = runtime.as(World.ADA)
                    .resume(dev.harbor.runtime.ResumeRequest.of(World.RUN))
                    .await(World.BOUND);
            assertThat(again.reason()).isEqualTo("pause:approval_required");
            Pause.Call asked = Asking.only(runtime.as(World.ADA)).call();
            assertThat(asked.arguments()).isEqualTo(Json.parse("{\"value\":7}"));
            assertThat(asking.world.effects.count()).isZero();
        }
    }

    @Test
    void approvalThatIsRemembered_holdsForNobodyElse_andForNoOtherArguments() {
        asking.world.more = builder -> builder.access(ApprovalPolicy.builder()
                .tools("world.write")
                .remember(ApprovalPolicy.Remember.USER, java.time.Duration.ofDays(1))
                .build());
        Identity bob = Identity.of("acme", "bob", "s1");
        Identity other = Identity.of("globex", "ada", "s1");
        try (HarborRuntime runtime = asking.process(writing())) {
            Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(start(runtime, World.ADA, "one")), YES));

            assertThat(start(runtime, World.ADA, "two").state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(start(runtime, bob, "three").state()).isEqualTo(RunState.WAITING);
            assertThat(start(runtime, other, "four").state()).isEqualTo(RunState.WAITING);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(2);
    }

    /** Everything that anybody may do, at once, again and again: a call is made once at most, and never without an approval on record before. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everybodyAtOnce_makesNoCallTwice_andNoneThatWasNotApproved(long seed) throws Exception {
        Random random = new Random(seed);
        ExecutorService crowd = Executors.newFixedThreadPool(6);
        try (HarborRuntime one = asking.process(writing());
                HarborRuntime two = asking.process(writing())) {
            for (int round = 0; round < 15; round++) {
                String run = "r" + seed + "x" + round;
                String token = Asking.token(start(one, World.ADA, run));
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    HarborRuntime mine = random.nextBoolean() ? one : two;
                    int what = random.nextInt(6);
                    all.add(crowd.submit(() -> attack(mine, run, token, what)));
                }
                for (Future<?> each : all) {
                    each.get(60, TimeUnit.SECONDS);
                }
                assertSettles(one, run);
            }
        } finally {
            crowd.shutdownNow();
        }
        asking.world.effects.assertAtMostOnce();
    }

    private void attack(HarborRuntime runtime, String run, String token, int what) {
        Caller ada = runtime.as(World.ADA);
        try {
            switch (what) {
                case 0 -> ada.resolvePause(token, YES);
                case 1 -> ada.resolvePause(token, Resolution.reject("eve"));
                case 2 -> ada.cancel(run, "enough");
                case 3 -> ada.resume(dev.harbor.runtime.ResumeRequest.of(run));
                case 4 -> ada.steer(run, ControlKind.APPROVE, Json.of(Map.of("token", token)));
                default -> runtime.operator().resumeOrphans(10);
            }
        } catch (HarborException refused) {
            assertThat(refused.code())
                    .isIn(
                            ErrorCode.PAUSE_ALREADY_RESOLVED,
                            ErrorCode.PAUSE_NOT_FOUND,
                            ErrorCode.RUN_BUSY,
                            ErrorCode.ILLEGAL_RUN_STATE,
                            ErrorCode.CONTROL_REFUSED,
                            ErrorCode.STALE_WRITE);
        }
    }

    private void assertSettles(HarborRuntime runtime, String run) {
        Awaitility.await().atMost(World.BOUND).alias(run).until(() -> {
            boolean isHeld =
                    asking.world.journal.info("run/" + run).orElseThrow().claim() != null;
            Run now = runtime.as(World.ADA).run(run).orElseThrow();
            return !isHeld && now.state() != RunState.RUNNING;
        });
        List<String> types = asking.world.types(run);
        boolean isMade = types.contains("call.intended");
        if (isMade) {
            assertThat(types).containsOnlyOnce("call.intended").containsSubsequence("pause.resolved", "call.intended");
        }
        long made = asking.world.effects.effects().stream()
                .filter(effect -> effect.runId().equals(run))
                .count();
        assertThat(made).as(types.toString()).isLessThanOrEqualTo(isMade ? 1 : 0);
    }
}
