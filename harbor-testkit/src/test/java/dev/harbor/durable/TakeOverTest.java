package dev.harbor.durable;

import static dev.harbor.durable.World.assertRefused;
import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.durable.World.Value;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.Records;
import dev.harbor.history.RunStore;
import dev.harbor.history.RunStream;
import dev.harbor.history.StartedRun;
import dev.harbor.identity.RunIdentity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.plan.Planner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.GoalProfile;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunHandle;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One process drives a run; another takes it over when the lease has run out, and the first can record nothing more. */
final class TakeOverTest {

    private final World world = new World();
    private final Gate gate = Gate.closed();

    /** Returns the journal of a process that is too slow to extend its claims. */
    private Journal sleepy() {
        return new JournalView(world.journal) {
            @Override
            public Claim renew(Claim claim, Duration lease) {
                return claim;
            }
        };
    }

    private void holding() {
        world.more = builder -> builder.tools(Tool.of("held", Value.class, Value.class, value -> {
                    gate.pass();
                    return value;
                })
                .effect(SideEffect.READ));
    }

    @Test
    void run_thatIsDriven_isNotTaken_untilItsLeaseHasRunOut_andItsOldDriverIsFencedThen() {
        holding();
        Planner planner = script(call("held"), call("world.write"), finish());
        try (HarborRuntime slow = world.process(sleepy(), planner)
                        .ticker(System::nanoTime)
                        .build();
                HarborRuntime other = world.process(planner).build()) {
            RunHandle old = slow.as(World.ADA).start(RunRequest.goal("g").id(World.RUN));
            gate.awaitHeld(1);
            assertRefused(
                    () -> other.as(World.ADA).resume(ResumeRequest.of(World.RUN)), "being driven by somebody else");
            assertThat(other.operator().resumeOrphans(10)).isEmpty();
            world.passLease();
            List<RunHandle> taken = other.operator().resumeOrphans(10);
            assertThat(taken).hasSize(1);
            assertThat(taken.get(0).await(World.BOUND).isSuccess()).isTrue();
            List<String> records = world.types(World.RUN);
            gate.open();
            RunResult fenced = old.await(World.BOUND);
            assertThat(fenced.state()).isEqualTo(RunState.RUNNING);
            assertThat(fenced.reason()).isEqualTo("taken_over");
            assertThat(world.types(World.RUN)).isEqualTo(records);
        }
        assertThat(world.count("world.write")).isEqualTo(1);
    }

    @Test
    void twoProcesses_thatResumeAtOnce_driveItOnce() {
        holding();
        Planner planner = script(call("held"), call("world.write"), finish());
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "run.decided"), planner);
        try (HarborRuntime one = world.process(planner).build();
                HarborRuntime two = world.process(planner).build()) {
            RunHandle run = one.as(World.ADA).resume(ResumeRequest.of(World.RUN));
            gate.awaitHeld(1);
            assertRefused(() -> two.as(World.ADA).resume(ResumeRequest.of(World.RUN)), "driven");
            gate.open();
            assertThat(run.await(World.BOUND).isSuccess()).isTrue();
            assertThat(two.as(World.ADA)
                            .resume(ResumeRequest.of(World.RUN))
                            .await(World.BOUND)
                            .isSuccess())
                    .isTrue();
        }
        assertThat(world.count("world.write")).isEqualTo(1);
    }

    @Test
    void orphans_thatCanNotGoOnHere_areLeft_andKeepNobodyElseFromGoingOn() {
        GoalProfile profile = GoalProfile.builder("ship", "v1", "You ship.").build();
        Planner planner = script(call("world.read"), finish());
        world.startAndDie(
                MortalJournal.dyingAfter(world.journal, "run.decided"),
                planner,
                request -> request.id("a1").profile(profile));
        world.startAndDie(MortalJournal.dyingAfter(world.journal, "run.decided"), planner, request -> request.id("b1"));
        try (HarborRuntime runtime = world.process(planner).build()) {
            List<RunHandle> resumed = runtime.operator().resumeOrphans(1);
            assertThat(resumed).extracting(RunHandle::runId).containsExactly("b1");
            assertThat(resumed.get(0).await(World.BOUND).isSuccess()).isTrue();
        }
        assertThat(world.run("a1").state()).isEqualTo(RunState.RUNNING);
        try (HarborRuntime runtime = world.process(planner).profiles(profile).build()) {
            List<RunHandle> resumed = runtime.operator().resumeOrphans(10);
            assertThat(resumed).extracting(RunHandle::runId).containsExactly("a1");
            assertThat(resumed.get(0).await(World.BOUND).isSuccess()).isTrue();
        }
    }

    @Test
    void orphan_withAPlannerOfItsOwn_isLeftUnclaimed_untilThatIsGiven() {
        Planner own = script(call("world.read"), finish());
        world.startAndDie(
                MortalJournal.dyingAfter(world.journal, "run.decided"), script(), request -> request.planner(own));
        Claim left = claim();
        try (HarborRuntime runtime = world.process(script(finish())).build()) {
            assertThat(runtime.operator().resumeOrphans(10)).isEmpty();
            assertThat(claim()).as("nobody made its claim void").isEqualTo(left);
            assertThat(world.run(World.RUN).state()).isEqualTo(RunState.RUNNING);
            assertThat(runtime.as(World.ADA)
                            .resume(ResumeRequest.of(World.RUN).planner(own))
                            .await(World.BOUND)
                            .isSuccess())
                    .isTrue();
        }
        assertThat(world.count("world.read")).isEqualTo(1);
    }

    private Claim claim() {
        return Objects.requireNonNull(
                world.journal.info("run/" + World.RUN).orElseThrow().claim());
    }

    @Test
    void run_ofAnotherSession_isNotThere() {
        world.start(script(finish()));
        try (HarborRuntime runtime = world.process(script()).build()) {
            dev.harbor.runtime.Caller bob = runtime.as(dev.harbor.identity.Identity.of("globex", "bob", "s2"));
            assertThat(bob.run(World.RUN)).isEmpty();
            assertRefused(() -> bob.resume(ResumeRequest.of(World.RUN)), "no run 'r1'");
            assertRefused(() -> bob.cancel(World.RUN, "mine"), "no run 'r1'");
        }
    }

    @Test
    void claim_thatIsRenewed_holdsOn_andOneThatIsNot_isFencedWhenTaken() {
        RunStore store = new RunStore(world.journal, world.clock);
        RunIdentity run = new RunIdentity(World.ADA, World.RUN);
        RunStream first = store.create(run, "one");
        first.append(Records.started(started()));
        for (int i = 0; i < 5; i++) {
            world.clock.advance(RunStream.LEASE.minusSeconds(1));
            assertRefused(() -> store.open(run, "two"), "driven");
            first.renew();
        }
        world.passLease();
        RunStream second = store.open(run, "two");
        assertStale(() -> first.append(Records.modelCalled(World.RUN)));
        assertStale(first::renew);
        first.release();
        second.append(Records.modelCalled(World.RUN));
        second.release();
        assertStale(() -> second.append(Records.modelCalled(World.RUN)));
        assertThat(world.types(World.RUN)).containsExactly("run.started", "model.called");
    }

    private static StartedRun started() {
        return new StartedRun(
                World.RUN,
                null,
                0,
                "g",
                Json.EMPTY_OBJECT,
                null,
                null,
                "",
                Map.of(),
                BudgetLimits.defaults(),
                Set.of(),
                null);
    }

    private static void assertStale(org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(StoreException.class, action)
                        .code())
                .isEqualTo(ErrorCode.STALE_WRITE);
    }
}
