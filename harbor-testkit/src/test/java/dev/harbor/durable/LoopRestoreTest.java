package dev.harbor.durable;

import static dev.harbor.durable.LoopWorld.ADA;
import static dev.harbor.durable.LoopWorld.LOOP;
import static dev.harbor.durable.LoopWorld.end;
import static dev.harbor.durable.LoopWorld.installer;
import static dev.harbor.durable.LoopWorld.settled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.error.HarborException;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopRecordType;
import dev.harbor.json.Json;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopInput;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnState;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.HarborRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a loop whose process dies: inputs are carried out once, and slots are empty. */
@Timeout(300)
final class LoopRestoreTest {

    private final LoopWorld world = new LoopWorld();

    @Test
    void restoredLoop_hasEmptySlots_whateverItsJournalHas() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "a"))) {
            assertThat(world.shownTo(loop)).endsWith("a");
        }
        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
            assertThat(installer(again).installed()).isEmpty();
            assertThat(world.shownTo(again)).containsExactly("base", "gate");
            installer(again).replaceExternalTools(world.set("mcp", "g1", "a"));
            assertThat(end(again.send("use a")).result()).isEqualTo(Json.parse("[\"succeeded\"]"));
        }
        assertThat(world.history(LoopHistory::toolsets).get("mcp").generation()).isEqualTo("g1");
    }

    @Test
    void record_isDurable_whenTheReplyComes() {
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            installer(loop).replaceExternalTools(world.set("mcp", "g1", "a"));
            assertThat(world.types()).endsWith(LoopRecordType.TOOLSET_CHANGED);
        }
    }

    @Test
    void process_thatDiesBetweenRecordAndInstallation_comesBackWithEmptySlots_andTheSameSetConverges() {
        MortalJournal dying = MortalJournal.dyingAfter(world.journal, LoopRecordType.TOOLSET_CHANGED);
        HarborRuntime dead = world.process(dying);
        Loop loop = dead.as(ADA).loop(LOOP, world.plain());
        Throwable lost = catchThrowable(() -> installer(loop).replaceExternalTools(world.set("mcp", "g1", "a")));
        assertThat(lost).isInstanceOf(HarborException.class);
        dead.close();
        world.passLease();

        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
            assertThat(world.history(LoopHistory::toolsets)).containsOnlyKeys("mcp");
            assertThat(world.shownTo(again)).containsExactly("base", "gate");
            installer(again).replaceExternalTools(world.set("mcp", "g1", "a"));
            assertThat(world.shownTo(again)).endsWith("a");
        }
    }

    @Test
    void loop_whoseProcessHasDied_isBusyUntilItsLeaseRunsOut() {
        MortalJournal view = MortalJournal.healthy(world.journal);
        HarborRuntime dead = world.process(view);
        dead.as(ADA).loop(LOOP, world.plain());
        view.close();
        dead.close();
        try (HarborRuntime runtime = world.process()) {
            Throwable early = catchThrowable(() -> runtime.as(ADA).loop(LOOP, world.plain()));
            assertThat(early)
                    .isInstanceOfSatisfying(
                            LoopException.class,
                            busy -> assertThat(busy.kind()).isEqualTo(LoopException.Kind.LOOP_BUSY));
            world.passLease();
            runtime.as(ADA).loop(LOOP, world.plain()).close();
        }
    }

    /** Every append of loop and runs in turn is the last one of its process, durable or not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void process_thatDiesAtAnyRecord_losesNoInputThatWasTaken_andRepeatsNoCall(boolean after) {
        int deathAt = 2;
        while (diesAndGoesOn(deathAt, after)) {
            deathAt++;
        }
        assertThat(deathAt).as("records that a process can die at").isBetween(20, 60);
    }

    private static boolean diesAndGoesOn(int deathAt, boolean after) {
        LoopWorld mortal = new LoopWorld();
        MortalJournal dying = MortalJournal.dying(mortal.journal, deathAt, after);
        List<String> taken = new ArrayList<>();
        boolean died;
        try (HarborRuntime runtime = mortal.process(dying)) {
            sendThree(mortal, runtime, taken);
            died = dying.isDead();
        }
        mortal.passLease();
        assertAllDone(mortal, taken, deathAt);
        return died;
    }

    /** Whoever hands over doesn't know what was taken, and hands everything over again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void namedInputs_thatAreHandedOverAgainAfterAnyDeath_areTakenOnce(boolean after) {
        int deathAt = 2;
        boolean died = true;
        while (died) {
            LoopWorld mortal = new LoopWorld();
            MortalJournal dying = MortalJournal.dying(mortal.journal, deathAt, after);
            try (HarborRuntime runtime = mortal.process(dying)) {
                sendNamed(mortal, runtime);
                died = dying.isDead();
            }
            mortal.passLease();
            try (HarborRuntime runtime = mortal.process()) {
                sendNamed(mortal, runtime);
            }
            assertThat(mortal.types().stream().filter(LoopRecordType.INPUT::equals))
                    .as("death at %d", deathAt)
                    .hasSize(3);
            assertThat(mortal.types().stream().filter(LoopRecordType.TURN_ENDED::equals))
                    .as("death at %d", deathAt)
                    .hasSize(3);
            deathAt++;
        }
        assertThat(deathAt).as("records that a process can die at").isBetween(20, 60);
    }

    private static void sendNamed(LoopWorld mortal, HarborRuntime runtime) {
        try {
            Loop loop = runtime.as(ADA).loop(LOOP, definition(mortal));
            for (int i = 0; i < 3; i++) {
                loop.send(LoopInput.of("use once" + i).named("input-" + i));
            }
            loop.pending().forEach(LoopWorld::end);
        } catch (LoopException e) {
            assertThat(e.code()).isEqualTo(dev.harbor.error.ErrorCode.LOOP_FAULTED);
        }
    }

    private static void sendThree(LoopWorld mortal, HarborRuntime runtime, List<String> taken) {
        try {
            Loop loop = runtime.as(ADA).loop(LOOP, definition(mortal));
            for (int i = 0; i < 3; i++) {
                taken.add(loop.send("use once" + i).turn());
            }
            loop.pending().forEach(LoopWorld::end);
        } catch (LoopException e) {
            assertThat(e.code()).isEqualTo(dev.harbor.error.ErrorCode.LOOP_FAULTED);
        }
    }

    private static dev.harbor.loop.LoopDefinition definition(LoopWorld mortal) {
        return dev.harbor.loop.LoopDefinition.builder("plain")
                .tools(mortal.tool("once0"), mortal.tool("once1"), mortal.tool("once2"))
                .build();
    }

    private static void assertAllDone(LoopWorld mortal, List<String> taken, int deathAt) {
        try (HarborRuntime runtime = mortal.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition(mortal))) {
            loop.restored().forEach(LoopWorld::end);
            for (String turn : taken) {
                assertThat(runtime.as(ADA).run(turn).orElseThrow().state().isTerminal())
                        .as("turn %s, death at %d", turn, deathAt)
                        .isTrue();
            }
        }
        assertThat(mortal.history(LoopHistory::queue)).isEmpty();
        assertThat(mortal.history(LoopHistory::open)).isEmpty();
        long exchanges = mortal.history(LoopHistory::exchanges).size();
        assertThat(exchanges).as("death at %d", deathAt).isGreaterThanOrEqualTo(taken.size());
        for (int i = 0; i < 3; i++) {
            // A read that was interrupted between intent and result may be repeated; one whose result is on record
            // never is.
            assertThat(mortal.called("once" + i)).as("death at %d", deathAt).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void turn_thatWaited_goesOnInAnotherProcess_withTheToolsThatAreInstalledThere() {
        world.more =
                builder -> builder.access(ApprovalPolicy.builder().tools("asks").build());
        String token;
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "asks"));
            token = settled(loop.send("use asks")).tokens().get(0);
            loop.send("look");
        }
        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g7", "asks"))) {
            List<TurnHandle> left = again.restored();
            assertThat(left).hasSize(2);
            assertThat(settled(left.get(0)).state()).isEqualTo(TurnState.WAITING);
            runtime.as(ADA).resolvePause(token, Resolution.approve("olga"));
            assertThat(end(left.get(0)).result()).isEqualTo(Json.parse("[\"succeeded\"]"));
            end(left.get(1));
            assertThat(world.called("asks")).isEqualTo(1);
        }
    }

    @Test
    void answer_toATurn_whoseLoopIsNotOpen_isDurable_andTheTurnGoesOnWhenItIs() {
        world.more =
                builder -> builder.access(ApprovalPolicy.builder().tools("base").build());
        String token;
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            token = settled(loop.send("use base")).tokens().get(0);
            loop.close();
            assertThat(runtime.as(ADA)
                            .resolvePause(token, Resolution.approve("olga"))
                            .run())
                    .as("nobody drives it without its tools")
                    .isNull();
            assertThat(world.called("base")).isZero();

            try (Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
                assertThat(end(again.restored().get(0)).result()).isEqualTo(Json.parse("[\"succeeded\"]"));
                assertThat(world.called("base")).isEqualTo(1);
            }
        }
    }

    @Test
    void turn_whoseToolIsGone_isInterrupted_andTheLoopGoesOn() {
        String turn;
        MortalJournal dying = MortalJournal.dyingAfter(world.journal, "call.settled");
        HarborRuntime dead = world.process(dying);
        Loop loop = dead.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "a"));
        turn = loop.send("use a base").turn();
        org.awaitility.Awaitility.await().until(dying::isDead);
        dead.close();
        world.passLease();

        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle left = again.restored().get(0);
            assertThat(left.turn()).isEqualTo(turn);
            assertThat(end(left).reason()).isEqualTo("configuration_drift");
            assertThat(left.state()).isEqualTo(TurnState.INTERRUPTED);
            assertThat(end(again.send("use base")).state()).isEqualTo(TurnState.DONE);
        }
    }

    @Test
    void orphans_thatAreTurns_areLeftToTheirLoops() {
        MortalJournal dying = MortalJournal.dyingAfter(world.journal, "call.settled");
        HarborRuntime dead = world.process(dying);
        Loop loop = dead.as(ADA).loop(LOOP, world.plain());
        loop.send("use base");
        org.awaitility.Awaitility.await().until(dying::isDead);
        dead.close();
        world.passLease();

        try (HarborRuntime runtime = world.process()) {
            assertThat(runtime.operator().resumeOrphans(10)).isEmpty();
            try (Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
                assertThat(end(again.restored().get(0)).state()).isEqualTo(TurnState.DONE);
                assertThat(world.called("base")).isEqualTo(1);
            }
        }
    }
}
