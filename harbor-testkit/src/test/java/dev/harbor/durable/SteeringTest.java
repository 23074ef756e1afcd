package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.ControlApplied;
import dev.harbor.event.ControlRejected;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.Control;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.ControlScope;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people want of a run that is under way, who may want it, and when the planner hears of it. */
final class SteeringTest {

    private static final Identity IN_SESSION = Identity.of("acme", "bob", "s1");

    private final Asking asking = new Asking();
    private final List<HarborEvent> heard = new CopyOnWriteArrayList<>();
    private final List<List<Control>> shown = new CopyOnWriteArrayList<>();
    private final List<String> goals = new CopyOnWriteArrayList<>();

    private Planner watching(Planner planner) {
        return context -> {
            shown.add(context.controls());
            goals.add(context.goal());
            return planner.next(context);
        };
    }

    private HarborRuntime process(Planner planner) {
        asking.world.more = builder -> builder.access(Asking.ABOUT_WRITES).events(heard::add);
        return asking.process(watching(planner));
    }

    private static Json with(String name, Object value) {
        return Json.of(Map.of(name, value));
    }

    private static Json payload(ControlKind kind) {
        return switch (kind) {
            case USER_MESSAGE -> with("message", "hello");
            case REDIRECT -> with("goal", "another goal");
            case PRIORITIZE -> with("priority", 7);
            case APPROVE, REJECT -> with("token", "r1.0");
            default -> Json.EMPTY_OBJECT;
        };
    }

    private static ErrorCode codeOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
        return ((HarborException) catchThrowable(action)).code();
    }

    @ParameterizedTest
    @EnumSource(ControlKind.class)
    void control_isForWhoeverHasTheSay(ControlKind kind) {
        try (HarborRuntime runtime = process(script(World.pause(), finish()))) {
            Asking.start(runtime);
            assertMay(
                    kind,
                    ControlScope.SESSION_USER,
                    () -> runtime.as(IN_SESSION).steer(World.RUN, kind, payload(kind)));
            assertMay(kind, ControlScope.OWNER_USER, () -> runtime.as(World.ADA).steer(World.RUN, kind, payload(kind)));
            if (!kind.equals(ControlKind.CANCEL)) {
                assertMay(
                        kind,
                        ControlScope.ADMIN,
                        () -> runtime.operator().steer(World.RUN, kind, payload(kind), "root"));
            }
        }
    }

    private void assertMay(ControlKind kind, ControlScope scope, Runnable action) {
        Throwable refusal = catchThrowable(action::run);
        if (scope.includes(kind.least())) {
            boolean needsPause = kind == ControlKind.APPROVE || kind == ControlKind.REJECT;
            assertThat(refusal == null ? null : ((HarborException) refusal).code())
                    .as(kind + " by " + scope)
                    .isEqualTo(needsPause ? ErrorCode.PAUSE_NOT_FOUND : null);
        } else {
            assertThat(((HarborException) refusal).code()).isEqualTo(ErrorCode.CONTROL_REFUSED);
            assertThat(heard).last().isInstanceOf(ControlRejected.class);
        }
    }

    @ParameterizedTest
    @EnumSource(ControlKind.class)
    void control_fromAnotherSessionOrTenant_findsNoRun(ControlKind kind) {
        try (HarborRuntime runtime = process(script(World.pause(), finish()))) {
            Asking.start(runtime);
            for (Identity other : List.of(Identity.of("acme", "ada", "s2"), Identity.of("globex", "ada", "s1"))) {
                Caller stranger = runtime.as(other);
                String foreign = catchThrowable(() -> stranger.steer(World.RUN, kind, payload(kind)))
                        .getMessage();
                String none = catchThrowable(() -> stranger.steer("r9", kind, payload(kind)))
                        .getMessage();
                assertThat(foreign).isEqualTo(none.replace("r9", World.RUN));
            }
            assertThat(asking.world.types(World.RUN)).doesNotContain("run.controlled");
        }
    }

    @Test
    void words_toAParkedRun_reachTheNextDecision_alsoInAnotherProcess() {
        Planner planner = script(World.pause(), call("world.read"), finish());
        try (HarborRuntime runtime = process(planner)) {
            Asking.start(runtime);
            runtime.as(IN_SESSION).steer(World.RUN, ControlKind.INJECT_CONTEXT, with("fact", "it rains"));
            runtime.as(World.ADA).steer(World.RUN, ControlKind.USER_MESSAGE, with("message", "hurry"));
            runtime.as(World.ADA).steer(World.RUN, ControlKind.REDIRECT, with("goal", "stay dry"));
            runtime.operator().steer(World.RUN, ControlKind.PRIORITIZE, with("priority", 3), "root");
        }
        RunResult ended = asking.world.resume(watching(planner), request -> request.input(Json.of("go on")));
        assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(shown)
                .element(1)
                .satisfies(controls -> assertThat(controls)
                        .extracting(Control::kind)
                        .containsExactly(
                                ControlKind.INJECT_CONTEXT,
                                ControlKind.USER_MESSAGE,
                                ControlKind.REDIRECT,
                                ControlKind.PRIORITIZE));
        assertThat(shown).element(2).isEqualTo(List.of());
        assertThat(goals).containsExactly("g", "stay dry", "stay dry");
        assertThat(ended.trajectory().steps().get(0).observations())
                .extracting(Observation::status)
                .containsExactly("paused", "inject_context", "user_message", "redirect", "input");
    }

    @Test
    void word_thatComesWhileThePlannerThinks_isForTheNextDecision() throws Exception {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch said = new CountDownLatch(1);
        Planner slow = context -> {
            if (context.trajectory().size() == 0) {
                thinking.countDown();
                said.await();
                return call("world.read");
            }
            return finish();
        };
        try (HarborRuntime runtime = process(slow)) {
            RunHandle handle = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            assertThat(thinking.await(60, TimeUnit.SECONDS)).isTrue();
            runtime.as(World.ADA).steer(World.RUN, ControlKind.USER_MESSAGE, with("message", "wait"));
            said.countDown();
            assertThat(handle.await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(shown).hasSize(2);
        assertThat(shown.get(0)).isEmpty();
        assertThat(shown.get(1)).extracting(Control::kind).containsExactly(ControlKind.USER_MESSAGE);
    }

    @Test
    void pause_holdsARunBeforeItsNextDecision_untilItIsResumed_overProcesses() throws Exception {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Planner planner = context -> {
            if (context.trajectory().size() == 0) {
                thinking.countDown();
                go.await();
                return call("world.read");
            }
            return finish();
        };
        try (HarborRuntime runtime = process(planner)) {
            RunHandle handle = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            assertThat(thinking.await(60, TimeUnit.SECONDS)).isTrue();
            runtime.as(World.ADA).steer(World.RUN, ControlKind.PAUSE, Json.EMPTY_OBJECT);
            go.countDown();
            RunResult held = handle.await(World.BOUND);
            assertThat(held.reason()).isEqualTo("paused");
            assertThat(asking.world.count("world.read")).isEqualTo(1);
        }
        try (HarborRuntime runtime = process(planner)) {
            RunHandle on = runtime.as(World.ADA)
                    .steer(World.RUN, ControlKind.RESUME, Json.EMPTY_OBJECT)
                    .orElseThrow();
            assertThat(on.await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED);
        }
    }

    @Test
    void approval_ofARunThatIsHeld_waitsForItsResumption() {
        try (HarborRuntime runtime = process(script(call("world.write"), finish()))) {
            Caller ada = runtime.as(World.ADA);
            String token = Asking.token(Asking.start(runtime));
            ada.steer(World.RUN, ControlKind.PAUSE, Json.EMPTY_OBJECT);
            assertThat(ada.steer(World.RUN, ControlKind.APPROVE, with("token", token)))
                    .isEmpty();
            assertThat(asking.world.count("world.write")).isZero();
            RunHandle on =
                    ada.steer(World.RUN, ControlKind.RESUME, Json.EMPTY_OBJECT).orElseThrow();
            assertThat(on.await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
    }

    @Test
    void approveAndReject_resolveThePauseOfTheirToken() {
        try (HarborRuntime runtime = process(script(call("world.write"), call("world.write"), finish()))) {
            Caller ada = runtime.as(World.ADA);
            String first = Asking.token(Asking.start(runtime));
            RunResult again = ada.steer(World.RUN, ControlKind.APPROVE, with("token", first))
                    .orElseThrow()
                    .await(World.BOUND);
            RunResult ended = ada.steer(
                            World.RUN,
                            ControlKind.REJECT,
                            Json.of(Map.of("token", Asking.token(again), "reason", "once is enough")))
                    .orElseThrow()
                    .await(World.BOUND);
            assertThat(ended.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(ended.trajectory().toString()).contains("once is enough");
        }
        assertThat(asking.world.count("world.write")).isEqualTo(1);
        assertThat(heard).filteredOn(ControlApplied.class::isInstance).hasSize(2);
    }

    @Test
    void strayApproval_changesNothing_andIsTold() throws Exception {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Planner planner = context -> {
            thinking.countDown();
            go.await();
            return finish();
        };
        try (HarborRuntime runtime = process(planner)) {
            RunHandle handle = runtime.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            assertThat(thinking.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(codeOf(() -> runtime.as(World.ADA).steer(World.RUN, ControlKind.APPROVE, with("token", "r1.0"))))
                    .isEqualTo(ErrorCode.PAUSE_NOT_FOUND);
            go.countDown();
            assertThat(handle.await(World.BOUND).state()).isEqualTo(RunState.SUCCEEDED);
        }
        assertThat(heard).filteredOn(ControlRejected.class::isInstance).hasSize(1);
        assertThat(asking.world.types(World.RUN)).doesNotContain("pause.resolved");
    }

    @Test
    void cancel_endsARunThatWaits_andOneThatIsDriven() throws Exception {
        try (HarborRuntime runtime = process(script(call("world.write"), finish()))) {
            Asking.start(runtime);
            runtime.as(World.ADA).steer(World.RUN, ControlKind.CANCEL, with("reason", "enough"));
            Run run = runtime.as(World.ADA).run(World.RUN).orElseThrow();
            assertThat(run.state()).isEqualTo(RunState.CANCELLED);
            assertThat(run.result()).isEqualTo(Json.of("enough"));
        }
        CountDownLatch thinking = new CountDownLatch(1);
        Planner stuck = context -> {
            thinking.countDown();
            new CountDownLatch(1).await();
            return finish();
        };
        try (HarborRuntime runtime = process(stuck)) {
            RunHandle handle = runtime.as(World.ADA).start(RunRequest.goal("g").id("r2"));
            assertThat(thinking.await(60, TimeUnit.SECONDS)).isTrue();
            runtime.as(World.ADA).steer("r2", ControlKind.CANCEL, Json.EMPTY_OBJECT);
            assertThat(handle.await(World.BOUND).state()).isEqualTo(RunState.CANCELLED);
        }
    }

    @ParameterizedTest
    @EnumSource(ControlKind.class)
    void control_ofARunThatHasEnded_isRefused(ControlKind kind) {
        if (kind == ControlKind.CANCEL) {
            return;
        }
        try (HarborRuntime runtime = process(script(finish()))) {
            assertThat(Asking.start(runtime).state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(codeOf(() -> runtime.operator().steer(World.RUN, kind, payload(kind), "root")))
                    .isIn(ErrorCode.CONTROL_REFUSED, ErrorCode.PAUSE_NOT_FOUND);
        }
    }

    @Test
    void detailsThatAreMissing_areRefused_namingThem() {
        try (HarborRuntime runtime = process(script(World.pause(), finish()))) {
            Asking.start(runtime);
            for (ControlKind kind : List.of(
                    ControlKind.USER_MESSAGE,
                    ControlKind.REDIRECT,
                    ControlKind.PRIORITIZE,
                    ControlKind.APPROVE,
                    ControlKind.REJECT)) {
                assertThatThrownBy(() -> runtime.operator().steer(World.RUN, kind, Json.EMPTY_OBJECT, "root"))
                        .as(kind.name())
                        .isInstanceOf(HarborException.class)
                        .hasMessageContaining("needs a");
            }
            assertThatThrownBy(() -> runtime.operator()
                            .steer(World.RUN, ControlKind.PRIORITIZE, with("priority", "high"), "root"))
                    .hasMessageContaining("no whole number");
            assertThat(asking.world.types(World.RUN)).doesNotContain("run.controlled");
        }
    }

    @Test
    void context_withoutARuntimeThatSteers_hasNoControls() {
        PlanContext bare = dev.harbor.testkit.FakePlanContext.builder("g").build();
        assertThat(bare.controls()).isEmpty();
    }
}
