package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AccessRequest;
import dev.harbor.access.Verdict;
import dev.harbor.durable.World.Value;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.run.CompletionContract;
import dev.harbor.run.GoalProfile;
import dev.harbor.run.RunState;
import dev.harbor.runtime.ConfigurationDriftException;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A run goes on under what it began with, or because somebody says so, on record. */
final class DriftTest {

    private static final Decision WAIT =
            new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "go on?", Json.EMPTY_OBJECT);

    private final World world = new World();
    private final Planner planner = script(call("extra"), WAIT, WAIT, finish());

    record Wider(int value, boolean twice) {}

    private static UnaryOperator<HarborRuntime.Builder> with(Tool<?, ?>... tools) {
        return builder -> builder.tools(tools);
    }

    private static Tool<Value, Value> extra() {
        return Tool.of("extra", Value.class, Value.class, value -> value).effect(SideEffect.READ);
    }

    private static Tool<Wider, Value> changed() {
        return Tool.of("extra", Wider.class, Value.class, value -> new Value(value.value()))
                .effect(SideEffect.READ);
    }

    private record Policy(String ref) implements AccessPolicy {

        @Override
        public Verdict evaluate(AccessRequest question) {
            return Verdict.allow();
        }
    }

    private void assertDrift(Planner by, String... what) {
        int records = world.records(World.RUN).size();
        ConfigurationDriftException refused = catchThrowableOfType(
                ConfigurationDriftException.class, () -> world.resume(by, request -> request.input(Json.of("go on"))));
        assertThat(refused.drift()).extracting(drift -> drift.what()).containsExactly(what);
        assertThat(world.records(World.RUN)).hasSize(records);
        assertThat(world.run(World.RUN).state()).isEqualTo(RunState.WAITING);
    }

    private void assertGoesOn() {
        assertThat(world.resume(planner, request -> request.input(Json.of("go on")))
                        .state())
                .isEqualTo(RunState.WAITING);
        assertThat(world.run(World.RUN).usage().steps()).isEqualTo(3);
    }

    private void accept() {
        world.resume(planner, request -> request.input(Json.of("go on")).acceptDrift("it is fine", "eve"));
        assertThat(world.history(World.RUN).root().trajectory().size()).isEqualTo(3);
    }

    private void startWithExtra() {
        world.more = with(extra());
        world.start(planner);
    }

    @Test
    void tool_thatWasCalledAndIsGone_isADrift_untilSomebodyAcceptsIt_forGood() {
        startWithExtra();
        world.more = with();
        assertDrift(planner, "tool extra@v1");
        accept();
        assertThat(world.records(World.RUN))
                .filteredOn(record -> record.entry().data().get("drift").isPresent())
                .singleElement()
                .satisfies(record -> assertThat(record.entry().data().toString())
                        .contains("\"actor\":\"eve\"", "\"note\":\"it is fine\"", "extra@v1"));
        assertThat(world.resume(planner, request -> request.input(Json.of("go on")))
                        .isSuccess())
                .isTrue();
    }

    @Test
    void tool_thatWasCalledAndHasAnotherSchema_isADrift() {
        startWithExtra();
        world.more = with(changed());
        assertDrift(planner, "tool extra@v1");
        accept();
    }

    @Test
    void tool_thatIsRemovedWhileTwoRunsWait_strandsTheOneThatCalledIt_untilItIsAccepted() {
        startWithExtra();
        Planner other = script(call("world.read"), WAIT, finish());
        try (HarborRuntime runtime = world.process(other).build()) {
            RunRequest request = RunRequest.goal("g").id("r2");
            assertThat(runtime.as(World.ADA).start(request).await(World.BOUND).state())
                    .isEqualTo(RunState.WAITING);
        }
        world.more = with();
        assertDrift(planner, "tool extra@v1");
        try (HarborRuntime runtime = world.process(other).build()) {
            ResumeRequest request = ResumeRequest.of("r2").input(Json.of("go on"));
            assertThat(runtime.as(World.ADA).resume(request).await(World.BOUND).isSuccess())
                    .isTrue();
        }
        accept();
    }

    @Test
    void tool_thatIsNew_isNone() {
        startWithExtra();
        world.more = with(extra(), Tool.of("new", Value.class, Value.class, value -> value));
        assertGoesOn();
    }

    @Test
    void tool_thatWasNeverCalled_mayChange() {
        world.more = with(extra());
        Planner waiting = script(WAIT, finish());
        world.start(waiting);
        world.more = with(changed());
        assertThat(world.resume(waiting, request -> request.input(Json.of("go on")))
                        .isSuccess())
                .isTrue();
    }

    @Test
    void tool_ofAChildRun_isAcceptedForGood() {
        Planner family = context -> {
            List<Decision> script = Map.of(
                            "g",
                            List.of(
                                    new Decision.SpawnTask("a", Json.EMPTY_OBJECT),
                                    new Decision.AwaitTask("r1.1"),
                                    WAIT,
                                    WAIT,
                                    finish()),
                            "a",
                            List.of(call("extra"), finish()))
                    .get(context.goal());
            return script.get(context.trajectory().size());
        };
        world.more = with(extra());
        world.start(family);
        world.more = with();
        assertDrift(family, "tool extra@v1");
        world.resume(family, request -> request.input(Json.of("go on")).acceptDrift("it is fine", "eve"));
        assertThat(world.resume(family, request -> request.input(Json.of("go on")))
                        .isSuccess())
                .isTrue();
    }

    @Test
    void policy_ofAnotherName_isADrift() {
        world.more = builder -> builder.access(new Policy("house@1"));
        Planner waiting = script(WAIT, WAIT, finish());
        world.start(waiting);
        world.more = builder -> builder.access(new Policy("house@2"));
        assertDrift(waiting, "access");
        world.resume(waiting, request -> request.input(Json.of("go on")).acceptDrift("stricter", "eve"));
        assertThat(world.resume(waiting, request -> request.input(Json.of("go on")))
                        .isSuccess())
                .isTrue();
    }

    private static GoalProfile profile(String version) {
        return GoalProfile.builder("ship", version, "You ship.").build();
    }

    @Test
    void profile_ofAnotherVersion_isADrift_andTheAcceptedOneIsLookedUpFromThenOn() {
        Planner waiting = script(WAIT, WAIT, finish());
        world.start(waiting, request -> request.profile(profile("v1")));
        ConfigurationDriftException refused = catchThrowableOfType(
                ConfigurationDriftException.class,
                () -> world.resume(
                        waiting, request -> request.input(Json.of("go on")).profile(profile("v2"))));
        assertThat(refused.drift()).extracting(drift -> drift.is()).containsExactly("ship@v2");
        world.resume(
                waiting,
                request ->
                        request.input(Json.of("go on")).profile(profile("v2")).acceptDrift("newer", "eve"));
        world.more = builder -> builder.profiles(profile("v2"));
        assertThat(world.resume(waiting, request -> request.input(Json.of("go on")))
                        .isSuccess())
                .isTrue();
    }

    @Test
    void profile_thatIsNotKnown_andContractThatNobodyEvaluates_areRefused_beforeAnythingIsAsked() {
        Planner waiting = script(WAIT, finish());
        world.start(waiting, request -> request.profile(profile("v1")));
        assertThat(catchThrowableOfType(
                        ConfigurationException.class,
                        () -> world.resume(waiting, request -> request.input(Json.of("go on")))))
                .hasMessageContaining("ship");
        GoalProfile odd = GoalProfile.builder("odd", "v1", "You are odd.")
                .completion(CompletionContract.of("nobody_knows"))
                .build();
        try (HarborRuntime runtime = world.process(waiting).build()) {
            assertThat(catchThrowableOfType(
                            ConfigurationException.class,
                            () -> runtime.as(World.ADA)
                                    .start(RunRequest.goal("g").id("r2").profile(odd))))
                    .hasMessageContaining("nobody_knows");
            assertThat(runtime.as(World.ADA).run("r2")).isEmpty();
            assertThat(runtime.as(World.ADA).run(World.RUN).orElseThrow().state())
                    .isEqualTo(RunState.WAITING);
            assertThat(catchThrowableOfType(
                            ConfigurationException.class,
                            () -> runtime.as(World.ADA)
                                    .resume(ResumeRequest.of(World.RUN).input(Json.of("go on")))))
                    .isNotNull();
        }
    }

    /** Without a lock of ours, whoever answers slowly or looks at the run from another thread harms nobody. */
    @Test
    void audience_thatBlocks_isAskedUnderNoLock_andHoldsNobodyUp() throws Exception {
        startWithExtra();
        Gate gate = Gate.closed();
        AtomicInteger locks = new AtomicInteger();
        Predicate<Identity> audience = identity -> {
            locks.addAndGet(heldLocks());
            gate.passUninterruptibly();
            return true;
        };
        world.more = with(extra().visibleTo(audience));
        try (HarborRuntime runtime = world.process(planner).build()) {
            CompletableFuture<RunState> resumed = CompletableFuture.supplyAsync(() -> {
                ResumeRequest request = ResumeRequest.of(World.RUN).input(Json.of("go on"));
                return runtime.as(World.ADA).resume(request).await(World.BOUND).state();
            });
            gate.awaitHeld(1);
            CompletableFuture<RunState> cancelled = CompletableFuture.supplyAsync(() -> {
                assertThat(runtime.as(World.ADA).run(World.RUN)).isPresent();
                return runtime.as(World.ADA).cancel(World.RUN, "enough").state();
            });
            assertThat(cancelled.get(60, TimeUnit.SECONDS)).isEqualTo(RunState.CANCELLED);
            gate.open();
            assertThatThrownBy(() -> resumed.get(60, TimeUnit.SECONDS)).hasRootCauseInstanceOf(StoreException.class);
        }
        assertThat(locks).hasValue(0);
    }

    private static int heldLocks() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.getThreadInfo(new long[] {Thread.currentThread().getId()}, true, true)[0]
                .getLockedSynchronizers()
                .length;
    }
}
