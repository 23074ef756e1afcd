package dev.harbor.durable;

import static dev.harbor.durable.LoopWorld.ADA;
import static dev.harbor.durable.LoopWorld.BOUND;
import static dev.harbor.durable.LoopWorld.LOOP;
import static dev.harbor.durable.LoopWorld.end;
import static dev.harbor.durable.LoopWorld.installer;
import static dev.harbor.durable.LoopWorld.settled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.access.ApprovalPolicy;
import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LoopExternalToolsetChanged;
import dev.harbor.event.LoopFaulted;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopRecordType;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopException.Kind;
import dev.harbor.loop.LoopInput;
import dev.harbor.loop.LoopMode;
import dev.harbor.loop.LoopState;
import dev.harbor.loop.ModeCatalog;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import dev.harbor.pause.Resolution;
import dev.harbor.run.RunState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a loop takes inputs, is stopped, ends, and fails. */
@Timeout(120)
final class LoopLifeTest {

    private final LoopWorld world = new LoopWorld();

    private static void assertRefused(Kind kind, ThrowingCallable what) {
        LoopException refusal = catchThrowableOfType(LoopException.class, what);
        assertThat(refusal).isNotNull();
        assertThat(refusal.kind()).isEqualTo(kind);
    }

    private static void assertToolsRefused(ToolsetChangeException.Kind kind, ThrowingCallable what) {
        ToolsetChangeException refusal = catchThrowableOfType(ToolsetChangeException.class, what);
        assertThat(refusal).isNotNull();
        assertThat(refusal.kind()).isEqualTo(kind);
    }

    @Test
    void queue_thatIsFull_refusesOneMore_andRecordsNothingOfIt() {
        LoopDefinition small = LoopDefinition.builder("plain")
                .tools(world.tool("gate"))
                .maxQueued(2)
                .build();
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, small)) {
            loop.send("use gate");
            world.gate.awaitHeld(1);
            loop.send("one");
            TurnHandle last = loop.send("two");
            int records = world.records().size();

            assertRefused(Kind.QUEUE_FULL, () -> loop.send("three"));
            assertThat(world.records()).hasSize(records);
            assertThat(last.withdraw()).isTrue();
            last = loop.send("three");
            world.gate.open();
            end(last);
        }
    }

    @Test
    void input_thatIsTakenBack_isNotCarriedOut_andOneThatHasBegunCanNotBe() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle running = loop.send("use gate");
            world.gate.awaitHeld(1);
            TurnHandle queued = loop.send("use base");

            assertThat(running.withdraw()).isFalse();
            assertThat(queued.withdraw()).isTrue();
            assertThat(queued.withdraw()).isFalse();
            assertThat(end(queued).state()).isEqualTo(TurnState.WITHDRAWN);
            world.gate.open();
            end(running);
            end(loop.send("bye"));
            assertThat(world.called("base")).isZero();
        }
    }

    @Test
    void interrupt_endsTheRunningTurnAlone() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle running = loop.send("use gate");
            world.gate.awaitHeld(1);
            TurnHandle queued = loop.send("use base");

            assertThat(loop.controller().interrupt("enough")).isTrue();
            assertThat(end(running).state()).isEqualTo(TurnState.INTERRUPTED);
            assertThat(end(queued).state()).isEqualTo(TurnState.DONE);
            assertThat(loop.controller().interrupt("enough")).isFalse();
            assertThat(runtime.as(ADA).run(running.turn()).orElseThrow().state())
                    .isEqualTo(RunState.CANCELLED);
        }
    }

    @Test
    void interrupt_ofOneTurn_touchesNoOther() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle running = loop.send("use gate");
            world.gate.awaitHeld(1);
            TurnHandle queued = loop.send("use base");

            assertThat(queued.interrupt("not this one")).isFalse();
            assertThat(running.state()).isEqualTo(TurnState.RUNNING);
            assertThat(running.interrupt("enough")).isTrue();
            assertThat(end(running).state()).isEqualTo(TurnState.INTERRUPTED);
            assertThat(end(queued).state()).isEqualTo(TurnState.DONE);
            assertThat(running.interrupt("again")).isFalse();
        }
    }

    @Test
    void input_thatHasAName_isTakenOnce_howeverItsTurnStands() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle running = loop.send(LoopInput.of("use gate").named("one"));
            TurnHandle queued = loop.send(LoopInput.of("use base").named("two"));
            TurnHandle withdrawn = loop.send(LoopInput.of("use base").named("three"));
            world.gate.awaitHeld(1);
            int records = world.records().size();

            assertThat(loop.send(LoopInput.of("use gate").named("one"))).isSameAs(running);
            assertThat(loop.send(LoopInput.of("other words").named("two"))).isSameAs(queued);
            assertThat(world.records()).hasSize(records);
            assertThat(withdrawn.withdraw()).isTrue();
            assertThat(end(loop.send(LoopInput.of("use base").named("three"))).state())
                    .isEqualTo(TurnState.WITHDRAWN);
            world.gate.open();
            assertThat(end(queued).state()).isEqualTo(TurnState.DONE);
            TurnResult again = end(loop.send(LoopInput.of("use gate").named("one")));

            assertThat(again.state()).isEqualTo(TurnState.DONE);
            assertThat(again.turn())
                    .isEqualTo(running.turn())
                    .isEqualTo(runtime.as(ADA).turn(LOOP, "one"));
            assertThat(world.called("gate")).isEqualTo(1);
            assertThat(world.called("base")).isEqualTo(1);
        }
    }

    @Test
    void nameOfATurn_isOneForAllLetters_andNeverTheNumberOfAnother() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle numbered = loop.send("use base");
            TurnHandle named = loop.send(LoopInput.of("use base").named("1"));

            assertThat(end(named).turn()).isNotEqualTo(end(numbered).turn());
            assertThat(world.called("base")).isEqualTo(2);
        }
        assertThat(catchThrowable(() -> LoopInput.of("a").named("not/this")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(catchThrowable(() -> LoopInput.of("a").named("x".repeat(65))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void turn_thatWaitsForAPerson_holdsTheQueue_andGoesOnWithItsTools() throws Exception {
        world.more =
                builder -> builder.access(ApprovalPolicy.builder().tools("asks").build());
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "asks"))) {
            TurnHandle turn = loop.send("use asks");
            TurnResult waits = settled(turn);
            assertThat(waits.state()).isEqualTo(TurnState.WAITING);
            assertThat(waits.reason()).isEqualTo("pause:approval_required");
            assertThat(waits.tokens()).hasSize(1);
            assertThat(waits.toString()).doesNotContain(waits.tokens().get(0));
            assertThat(loop.state()).isEqualTo(LoopState.WAITING);
            TurnHandle queued = loop.send("look");
            installer(loop).replaceExternalTools(world.set("mcp", "g2"));
            assertThat(queued.state()).isEqualTo(TurnState.QUEUED);
            assertThat(world.closed("asks")).isZero();

            runtime.as(ADA).resolvePause(waits.tokens().get(0), Resolution.approve("olga"));
            assertThat(end(turn).result()).isEqualTo(Json.parse("[\"succeeded\"]"));
            assertThat(world.called("asks")).isEqualTo(1);
            end(queued);
            assertThat(world.lastShown()).containsExactly("base", "gate");
        }
    }

    @Test
    void turn_thatWaits_canBeInterrupted() {
        world.more =
                builder -> builder.access(ApprovalPolicy.builder().tools("base").build());
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle turn = loop.send("use base");
            settled(turn);

            assertThat(loop.controller().interrupt("never mind")).isTrue();
            assertThat(end(turn).state()).isEqualTo(TurnState.INTERRUPTED);
            assertThat(runtime.as(ADA).pauses()).isEmpty();
            assertThat(end(loop.send("look")).state()).isEqualTo(TurnState.DONE);
        }
    }

    @Test
    void run_ofATurn_thatSomebodyCancels_endsTheTurn_andTheLoopGoesOn() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle turn = loop.send("use gate");
            world.gate.awaitHeld(1);
            runtime.as(ADA).cancel(turn.turn(), "an operator says so");

            assertThat(end(turn).state()).isEqualTo(TurnState.INTERRUPTED);
            world.gate.open();
            assertThat(end(loop.send("use base")).state()).isEqualTo(TurnState.DONE);
        }
    }

    @Test
    void word_toARunningTurn_isHeardByThatTurn_andItsToolsStay() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle turn = loop.send("use gate base");
            world.gate.awaitHeld(1);
            installer(loop).replaceExternalTools(world.set("mcp", "g1", "late"));
            assertThat(loop.tell("hurry up").turn()).isEqualTo(turn.turn());
            world.gate.open();
            end(turn);
            assertThat(world.shown)
                    .hasSize(3)
                    .allSatisfy(tools -> assertThat(tools).doesNotContain("late"));
            assertThat(runtime.as(ADA)
                            .run(turn.turn())
                            .orElseThrow()
                            .trajectory()
                            .toString())
                    .contains("hurry up");

            TurnHandle own = loop.tell("use late");
            assertThat(own.turn()).isNotEqualTo(turn.turn());
            assertThat(end(own).result()).isEqualTo(Json.parse("[\"succeeded\"]"));
        }
    }

    @Test
    void modes_areListed_changed_andRefusedWhenThereIsNone() {
        LoopDefinition modal = LoopDefinition.builder("modal")
                .tools(world.tool("base"))
                .mode(LoopMode.of("plan"))
                .initialMode("plan")
                .build();
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, modal)) {
            assertThat(loop.controller()
                            .capability(ModeCatalog.class)
                            .orElseThrow()
                            .modes())
                    .containsExactly("", "plan");
            assertThat(loop.controller().mode()).isEqualTo("plan");
            assertThat(world.shownTo(loop)).isEmpty();
            assertRefused(Kind.INVALID_MODE, () -> loop.controller().setMode("drive"));
            loop.controller().setMode("");
            loop.controller().setMode("");
            assertThat(world.shownTo(loop)).containsExactly("base");
            assertThat(world.types()).containsOnlyOnce(LoopRecordType.MODE_CHANGED);
        }
    }

    @Test
    void loop_thatDrains_refusesWhatIsNew_andEndsItsTurn_andLeavesTheQueueOnRecord() {
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "a"));
            ExternalToolInstaller installer = installer(loop);
            TurnHandle running = loop.send("use gate");
            world.gate.awaitHeld(1);
            TurnHandle queued = loop.send("use base");
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> loop.shutdown(BOUND));
            Awaitility.await().until(() -> loop.state() == LoopState.SHUTTING_DOWN);

            assertRefused(Kind.LOOP_SHUTTING_DOWN, () -> loop.send("more"));
            assertRefused(Kind.LOOP_SHUTTING_DOWN, () -> loop.controller().setMode(""));
            assertToolsRefused(
                    ToolsetChangeException.Kind.LOOP_SHUTTING_DOWN,
                    () -> installer.replaceExternalTools(world.set("mcp", "g2")));
            assertThat(installer.installed().get("mcp").generation()).isEqualTo("g1");
            assertThat(drained).isNotDone();
            world.gate.open();
            assertThat(drained.join()).isTrue();
            assertThat(end(running).state()).isEqualTo(TurnState.DONE);
            assertThat(end(queued).state()).isEqualTo(TurnState.LEFT);

            assertRefused(Kind.LOOP_EXITED, () -> loop.send("more"));
            assertRefused(Kind.LOOP_EXITED, () -> loop.controller().interrupt("now"));
            assertToolsRefused(
                    ToolsetChangeException.Kind.LOOP_EXITED,
                    () -> installer.replaceExternalTools(world.set("mcp", "g2")));
            try (Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
                again.restored().forEach(LoopWorld::end);
                assertThat(world.called("base")).isEqualTo(1);
                assertThat(installer(again).installed()).isEmpty();
            }
        }
    }

    @Test
    void loop_thatIsReplacedWhileItsToolsAreMade_refusesThem_andTheyAreClosed() {
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            Gate building = Gate.closed();
            CompletableFuture<Throwable> install =
                    CompletableFuture.supplyAsync(() -> catchThrowable(() -> installer(loop)
                            .replaceExternalTools(new dev.harbor.catalog.ExternalToolset(
                                    "mcp",
                                    "g1",
                                    List.of(dev.harbor.catalog.ToolFactory.of(
                                            "slow", List.of("slow"), java.util.Set.of(), bindings -> {
                                                building.passUninterruptibly();
                                                return List.of(world.tool("slow"));
                                            }))))));
            building.awaitHeld(1);
            loop.close();
            building.open();

            assertThat(install.join())
                    .isInstanceOfSatisfying(
                            ToolsetChangeException.class,
                            refusal -> assertThat(refusal.kind()).isEqualTo(ToolsetChangeException.Kind.LOOP_EXITED));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(world.closed("slow")).isEqualTo(1));
        }
    }

    @Test
    void turn_thatDoesNotEndInTime_isLeft_andGoesOnLater() {
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            TurnHandle running = loop.send("use gate base");
            world.gate.awaitHeld(1);
            CompletableFuture<Boolean> drained =
                    CompletableFuture.supplyAsync(() -> loop.shutdown(Duration.ofMillis(10)));
            Awaitility.await().until(() -> loop.state() == LoopState.SHUTTING_DOWN);
            Awaitility.await().pollDelay(Duration.ofMillis(100)).until(() -> !drained.isDone());
            world.gate.open();
            assertThat(drained.join()).isFalse();
            assertThat(end(running).state()).isEqualTo(TurnState.LEFT);
            try (Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
                TurnResult end = end(again.restored().get(0));
                assertThat(end.turn()).isEqualTo(running.turn());
                assertThat(end.result()).isEqualTo(Json.parse("[\"succeeded\",\"succeeded\"]"));
                assertThat(world.called("gate")).isEqualTo(1);
            }
        }
    }

    @Test
    void loop_thatIsEnded_interruptsItsTurn_withdrawsItsQueue_andIsNotOpenedAgain() {
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            TurnHandle running = loop.send("use gate");
            world.gate.awaitHeld(1);
            TurnHandle queued = loop.send("use base");
            loop.end("the customer has left");

            assertThat(end(running).state()).isEqualTo(TurnState.INTERRUPTED);
            assertThat(end(queued).state()).isEqualTo(TurnState.WITHDRAWN);
            assertThat(loop.state()).isEqualTo(LoopState.EXITED);
            assertThat(world.history(LoopHistory::isEnded)).isTrue();
            assertThat(runtime.as(ADA).loops()).isEmpty();
            assertRefused(Kind.LOOP_ENDED, () -> runtime.as(ADA).loop(LOOP, world.plain()));
        }
    }

    @Test
    void loop_isThere_oncePerSession() {
        LoopDefinition plain = world.plain();
        try (HarborRuntime runtime = world.process();
                HarborRuntime elsewhere = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, plain)) {
            assertThat(runtime.as(ADA).loop(LOOP, plain)).isSameAs(loop);
            assertRefused(Kind.LOOP_BUSY, () -> runtime.as(ADA).loop(LOOP, world.plain()));
            assertRefused(Kind.LOOP_BUSY, () -> elsewhere.as(ADA).loop(LOOP, plain));
            assertThat(runtime.as(ADA).loops()).containsExactly(LOOP);
            Identity other = Identity.of("acme", "ada", "s2");
            assertThat(elsewhere.as(other).loops()).isEmpty();
            try (Loop others = elsewhere.as(other).loop(LOOP, plain)) {
                end(others.send("hello"));
                assertThat(others.pending()).isEmpty();
            }
            assertThat(world.types()).containsExactly("loop.opened");
        }
    }

    @Test
    void loop_thatWasMadeOtherwise_isNotOpened() {
        try (HarborRuntime runtime = world.process()) {
            runtime.as(ADA).loop(LOOP, world.plain()).close();
            LoopDefinition other =
                    LoopDefinition.builder("other").tools(world.tool("base")).build();

            assertRefused(Kind.DEFINITION_MISMATCH, () -> runtime.as(ADA).loop(LOOP, other));
            runtime.as(ADA).loop(LOOP, world.plain()).close();
        }
    }

    @Test
    void journal_thatTakesNoReplacement_faultsTheLoop_andTheOldToolsStay() {
        RefusingJournal journal = new RefusingJournal(world.journal, LoopRecordType.TOOLSET_CHANGED, Integer.MAX_VALUE);
        try (HarborRuntime runtime = world.process(journal)) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            ExternalToolInstaller installer = installer(loop);
            ToolsetChangeException refusal = catchThrowableOfType(
                    ToolsetChangeException.class, () -> installer.replaceExternalTools(world.set("mcp", "g1", "a")));

            assertThat(refusal.kind()).isEqualTo(ToolsetChangeException.Kind.DURABLE_APPEND_FAILED);
            assertThat(refusal).cause().hasMessageContaining("the disk is full");
            assertThat(installer.installed()).isEmpty();
            assertThat(world.events).noneMatch(LoopExternalToolsetChanged.class::isInstance);
            Awaitility.await().untilAsserted(() -> assertThat(world.closed("a")).isEqualTo(1));

            LoopException second = catchThrowableOfType(
                    LoopException.class, () -> installer.replaceExternalTools(world.set("mcp", "g1", "b")));
            assertThat(second.kind()).isEqualTo(Kind.LOOP_FAULTED);
            assertThat(second.code()).isEqualTo(ErrorCode.LOOP_FAULTED);
            assertThat(second).hasRootCauseMessage("the disk is full");
            assertThat(world.closed("b")).as("nothing was made").isZero();
            assertRefused(Kind.LOOP_FAULTED, () -> installer.replaceExternalTools(world.set("mcp", "g1", "base")));
            assertRefused(Kind.LOOP_FAULTED, () -> loop.send("hello"));
            assertThat(loop.state()).isEqualTo(LoopState.FAULTED);
            assertThat(world.events).filteredOn(LoopFaulted.class::isInstance).hasSize(1);
            loop.close();
        }
        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
            assertThat(end(again.send("hello")).state()).isEqualTo(TurnState.DONE);
        }
    }

    @Test
    void journal_thatDoesNotTakeTheEndOfATurn_leavesIt_andTheNextOpeningFindsOut() {
        RefusingJournal journal = new RefusingJournal(world.journal, LoopRecordType.TURN_ENDED, Integer.MAX_VALUE);
        String turn;
        try (HarborRuntime runtime = world.process(journal)) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            TurnHandle first = loop.send("use gate");
            world.gate.awaitHeld(1);
            TurnHandle second = loop.send("use base");
            turn = first.turn();
            world.gate.open();

            assertThat(end(first).state()).isEqualTo(TurnState.LEFT);
            assertThat(end(second).state()).isEqualTo(TurnState.LEFT);
            loop.close();
        }
        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
            List<TurnHandle> left = again.restored();
            assertThat(end(left.get(0)).result()).isEqualTo(Json.parse("[\"succeeded\"]"));
            assertThat(left.get(0).turn()).isEqualTo(turn);
            end(left.get(1));
            assertThat(world.called("gate")).isEqualTo(1);
            assertThat(world.called("base")).isEqualTo(1);
        }
    }

    @Test
    void listener_thatAsksTheLoopForSomething_isRefused_andTheLoopGoesOn() {
        AtomicReference<Loop> loop = new AtomicReference<>();
        List<Throwable> thrown = new ArrayList<>();
        world.more = builder -> builder.events(event -> {
            Loop there = loop.get();
            if (there != null && event.type().equals("loop.turn_ended")) {
                thrown.add(catchThrowable(() -> there.send("from a listener")));
                thrown.add(catchThrowable(() -> installer(there).replaceExternalTools(world.set("mcp", "g1", "a"))));
            }
        });
        try (HarborRuntime runtime = world.process()) {
            loop.set(runtime.as(ADA).loop(LOOP, world.plain()));
            end(loop.get().send("hello"));
            end(loop.get().send("hello"));
            loop.get().close();
        }
        assertThat(thrown).hasSize(4).allMatch(IllegalStateException.class::isInstance);
    }

    @Test
    void heavyInput_isStored_andThePlannerSeesItsStub() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            end(loop.send(LoopInput.of("look").content(Json.of("x".repeat(100_000)))));
            end(loop.send("y".repeat(100_000)));

            assertThat(world.inputs).allSatisfy(input -> {
                assertThat(input.sizeBytes()).isLessThan(20_000);
                assertThat(input.toString()).contains("sha256:");
            });
            assertThat(world.records())
                    .allSatisfy(record ->
                            assertThat(record.entry().data().sizeBytes()).isLessThan(20_000));
        }
    }

    @Test
    void idleLoops_holdNoThread() {
        try (HarborRuntime runtime = world.process()) {
            int before = Thread.activeCount();
            List<Loop> loops = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                loops.add(runtime.as(ADA).loop("loop-" + i, world.plain()));
            }
            Awaitility.await()
                    .atMost(BOUND)
                    .untilAsserted(
                            () -> assertThat(Thread.activeCount() - before).isLessThan(50));
            assertThat(loops).allMatch(loop -> loop.state() == LoopState.IDLE);
        }
    }

    @Test
    void runtime_thatCloses_leavesTheTurn_andGivesItsLoopsUp() {
        TurnHandle running;
        Loop loop;
        try (HarborRuntime runtime = world.process()) {
            loop = runtime.as(ADA).loop(LOOP, world.plain());
            running = loop.send("use base gate base");
            world.gate.awaitHeld(1);
        }
        assertThat(end(running).state()).isEqualTo(TurnState.LEFT);
        assertThat(loop.state()).isEqualTo(LoopState.EXITED);
        assertThat(world.journal.info(world.stream()).orElseThrow().claim()).isNull();
        world.gate.open();
        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
            assertThat(end(again.restored().get(0)).state()).isEqualTo(TurnState.DONE);
            assertThat(world.called("base")).isEqualTo(2);
        }
    }

    @Test
    void events_tellWhatHappened_inOrder() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "a"))) {
            end(loop.send("hello"));
        }
        assertThat(world.events)
                .extracting(HarborEvent::type)
                .filteredOn(type -> type.startsWith("loop."))
                .containsExactly(
                        "loop.opened",
                        "loop.external_toolset_changed",
                        "loop.input_queued",
                        "loop.turn_started",
                        "loop.turn_ended",
                        "loop.closed");
    }

    @Test
    void write_inDoubt_keepsTheTurnWaiting_untilSomebodyFoundOut() {
        world.more = builder -> builder.tools(List.of());
        LoopDefinition writing = LoopDefinition.builder("plain")
                .tools(world.tool("gate.write").effect(SideEffect.WRITE), world.tool("base"))
                .build();
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, writing)) {
            TurnHandle turn = loop.send("use gate.write");
            world.gate.awaitHeld(1);
            assertThat(loop.controller().interrupt("stop")).isTrue();
            TurnResult end = end(turn);

            assertThat(end.state()).isEqualTo(TurnState.INTERRUPTED);
            assertThat(end.reason()).isEqualTo(ErrorCode.UNKNOWN_WRITE_OUTCOME.value());
            assertThat(runtime.as(ADA).run(turn.turn()).orElseThrow().state()).isEqualTo(RunState.WAITING);
            assertThat(end(loop.send("use base")).state()).isEqualTo(TurnState.DONE);
        }
    }
}
