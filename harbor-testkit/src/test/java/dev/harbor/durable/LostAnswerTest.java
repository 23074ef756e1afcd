package dev.harbor.durable;

import static dev.harbor.durable.World.call;
import static dev.harbor.durable.World.finish;
import static dev.harbor.durable.World.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopRecords;
import dev.harbor.history.LoopStore;
import dev.harbor.history.LoopStream;
import dev.harbor.history.Records.Draft;
import dev.harbor.journal.Claim;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.StreamHead;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.Planner;
import dev.harbor.run.CallResolution;
import dev.harbor.run.Invocation;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import dev.harbor.runtime.RunResult;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A commit whose answer is lost: the process lives on and nobody can tell it whether its records are there. */
final class LostAnswerTest {

    private static final List<Decision> SCRIPT = List.of(
            call("world.write"),
            group(JoinPolicy.ALL, "world.write", "world.read", "world.keyed"),
            call("world.read"),
            finish());

    /** What became of the append that nobody got an answer of. */
    enum Fate {
        HAPPENED,
        DID_NOT_HAPPEN
    }

    /** Loses the answer of one append. */
    private static final class Forgetful extends JournalView {

        private final Fate fate;
        private int left;

        Forgetful(Journal durable, int at, Fate fate) {
            super(durable);
            this.left = at;
            this.fate = fate;
        }

        @Override
        public synchronized long append(
                Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
            left--;
            if (left == 0 && fate == Fate.DID_NOT_HAPPEN) {
                throw lost();
            }
            long sequence = super.append(claim, expectedSequence, entries, head);
            if (left == 0) {
                throw lost();
            }
            return sequence;
        }

        private static StoreException lost() {
            return new StoreException(ErrorCode.UNKNOWN_WRITE_OUTCOME, "nobody knows whether the records are there");
        }
    }

    private static Planner planner() {
        return context -> {
            LlmRequest question = LlmRequest.of(List.of(Message.of(Role.USER, "what now?")));
            context.model().complete(question, LlmCall.of(context.identity()));
            return SCRIPT.get(context.trajectory().size());
        };
    }

    private static int appends() {
        World undisturbed = new World();
        int[] appends = {0};
        undisturbed.start(
                new JournalView(undisturbed.journal) {
                    @Override
                    public synchronized long append(
                            Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                        appends[0]++;
                        return super.append(claim, expectedSequence, entries, head);
                    }
                },
                planner(),
                request -> request);
        return appends[0];
    }

    @ParameterizedTest
    @EnumSource
    void run_thatLosesTheAnswerOfACommit_stopsWithATypedReason_andGoesOn_withoutASecondEffect(Fate fate) {
        int appends = appends();
        assertThat(appends).isGreaterThan(10);
        IntStream.rangeClosed(2, appends).forEach(at -> assertGoesOn(at, fate));
    }

    private static void assertGoesOn(int at, Fate fate) {
        World world = new World();
        RunResult stopped = world.start(new Forgetful(world.journal, at, fate), planner(), request -> request);
        String what = fate + " at append " + at;
        assertThat(stopped.reason()).as(what).isIn("persistence_failure", "unknown_write_outcome");
        assertThat(stopped.state()).as(what).isIn(RunState.RUNNING, RunState.WAITING);
        assertNothingWithoutIntent(world, what);
        world.passLease();
        RunResult result = world.resume(planner());
        while (result.state() == RunState.WAITING) {
            resolveAll(world);
            result = world.resume(planner());
        }
        assertThat(result.isSuccess()).as(what).isTrue();
        world.effects.assertAtMostOnce();
        assertThat(world.effects.effects())
                .as(what)
                .filteredOn(effect -> !effect.tool().equals("world.read"))
                .hasSizeBetween(2, 3);
        assertEffects(world, what);
    }

    private static void assertNothingWithoutIntent(World world, String what) {
        List<String> intended = world.run(World.RUN).invocations().stream()
                .map(Invocation::callId)
                .toList();
        assertThat(world.effects.effects())
                .as(what)
                .allSatisfy(effect -> assertThat(intended).contains(effect.callId()));
    }

    private static void resolveAll(World world) {
        for (Invocation doubt : world.run(World.RUN).inDoubt()) {
            boolean happened = world.effects.countOfCall(World.RUN, doubt.callId()) > 0;
            world.resolve(
                    World.RUN,
                    doubt.callId(),
                    happened ? CallResolution.succeeded("eve") : CallResolution.failed("eve"));
        }
    }

    /** What is on record as done was done, and the other way round. */
    private static void assertEffects(World world, String what) {
        Run run = world.run(World.RUN);
        for (Invocation call : run.invocations()) {
            if (!call.tool().startsWith("world.read")) {
                int done = world.effects.countOfCall(World.RUN, call.callId());
                assertThat(call.state().wireName())
                        .as(what + ", " + call.callId())
                        .isEqualTo(done == 1 ? "succeeded" : "failed");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void run_thatMayHaveBegun_isRefusedToItsCaller_andCanBeResumedIfItHas(Fate fate) {
        World world = new World();
        StoreException refused = catchThrowableOfType(
                StoreException.class,
                () -> world.start(new Forgetful(world.journal, 1, fate), planner(), request -> request));
        assertThat(refused.code()).isEqualTo(ErrorCode.UNKNOWN_WRITE_OUTCOME);
        assertThat(world.effects.count()).isZero();
        world.passLease();
        assertThat(world.load(World.RUN).isPresent()).isEqualTo(fate == Fate.HAPPENED);
        RunResult result = fate == Fate.HAPPENED ? world.resume(planner()) : world.start(planner());
        assertThat(result.isSuccess()).isTrue();
        world.effects.assertAtMostOnce();
    }

    /** An answer may be lost again by the one who goes on. */
    @Test
    void run_whoseEveryDriveLosesAnAnswer_comesToItsEnd() {
        World world = new World();
        RunResult result = world.start(new Forgetful(world.journal, 4, Fate.HAPPENED), planner(), request -> request);
        for (int drives = 0; !result.isSuccess(); drives++) {
            assertThat(drives).isLessThan(60);
            assertThat(result.reason()).isIn("persistence_failure", "unknown_write_outcome");
            world.passLease();
            resolveAll(world);
            result = world.resume(
                    new Forgetful(world.journal, 3 + drives % 3, Fate.HAPPENED), planner(), request -> request);
        }
        world.effects.assertAtMostOnce();
        assertEffects(world, "at the end");
    }

    @ParameterizedTest
    @EnumSource
    void loop_thatLosesTheAnswerOfACommit_takesNothingMore_andIsOpenedAgain(Fate fate) {
        World world = new World();
        String key = LoopStore.keyOf(World.ADA, "chat");
        LoopStream stream = new LoopStore(new Forgetful(world.journal, 1, fate), world.clock)
                .open(World.ADA, key, "p1")
                .orElseThrow();
        Draft opened = LoopRecords.opened("chat", "support", "plan");

        for (int i = 0; i < 2; i++) {
            StoreException lost = catchThrowableOfType(StoreException.class, () -> stream.append(opened));
            assertThat(lost.code()).isEqualTo(ErrorCode.UNKNOWN_WRITE_OUTCOME);
        }

        stream.release();
        LoopStream again = new LoopStore(world.journal, world.clock)
                .open(World.ADA, key, "p2")
                .orElseThrow();
        assertThat(again.read(LoopHistory::sequence)).isEqualTo(fate == Fate.HAPPENED ? 1 : 0);
    }
}
