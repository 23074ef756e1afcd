package dev.harbor.durable;

import static dev.harbor.durable.LoopWorld.ADA;
import static dev.harbor.durable.LoopWorld.BOUND;
import static dev.harbor.durable.LoopWorld.LOOP;
import static dev.harbor.durable.LoopWorld.end;
import static dev.harbor.durable.LoopWorld.installer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopState;
import dev.harbor.loop.LoopToolsResult;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import dev.harbor.plan.Decision;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.Gate;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns run over tools that are frozen when they begin. */
@Timeout(120)
final class LoopTurnTest {

    private final LoopWorld world = new LoopWorld();

    @Test
    void firstTurn_ofAFreshLoop_isShownWhatIsDeclared() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnResult end = end(loop.send("hello"));

            assertThat(end.state()).isEqualTo(TurnState.DONE);
            assertThat(end.reason()).isEqualTo("goal");
            assertThat(world.shown).containsExactly(List.of("base", "gate", "artifact.fetch"));
        }
    }

    @Test
    void install_whileIdle_isSeenByTheNextTurn_afterWhatIsDeclared_andRunsAsOftenAsItIsCalled() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            LoopToolsResult result = installer(loop).replaceExternalTools(world.set("mcp", "g1", "two", "one"));

            assertThat(result).isEqualTo(new LoopToolsResult("mcp", "g1", 2));
            TurnResult end = end(loop.send("use one one two base"));
            assertThat(end.result()).isEqualTo(Json.parse("[\"succeeded\",\"succeeded\",\"succeeded\",\"succeeded\"]"));
            assertThat(world.lastShown()).containsExactly("base", "gate", "two", "one");
            assertThat(world.called("one")).isEqualTo(2);
            assertThat(world.called("two")).isEqualTo(1);
        }
    }

    @Test
    void install_whileATurnRuns_changesNothingForThatTurn_andIsSeenByTheNext() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle running = loop.send("use gate late base");
            world.gate.awaitHeld(1);
            installer(loop).replaceExternalTools(world.set("mcp", "g1", "late"));
            world.gate.open();

            assertThat(end(running).result()).isEqualTo(Json.parse("[\"succeeded\",\"failed\",\"succeeded\"]"));
            assertThat(world.shown).hasSize(4).containsOnly(List.of("base", "gate", "artifact.fetch"));
            assertThat(world.called("late")).isZero();

            assertThat(end(loop.send("use late")).result()).isEqualTo(Json.parse("[\"succeeded\"]"));
            assertThat(world.lastShown()).containsExactly("base", "gate", "late");
        }
    }

    @Test
    void install_whileThePlannerThinks_failsNothing_andTheTurnEndsWithWhatItHad() {
        Gate thinking = Gate.closed();
        world.more = builder -> builder.llm((request, call) -> {
                    thinking.passUninterruptibly();
                    return LlmReply.of("go on");
                })
                .planner(context -> {
                    LlmRequest question = LlmRequest.of(List.of(Message.of(Role.USER, "what now?")));
                    context.model().complete(question, LlmCall.of(context.identity()));
                    return world.planner().next(context);
                });
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle running = loop.send("use base");
            thinking.awaitHeld(1);
            installer(loop).replaceExternalTools(world.set("mcp", "g1", "late"));
            thinking.open();

            TurnResult end = end(running);
            assertThat(end.state()).isEqualTo(TurnState.DONE);
            assertThat(end.result()).isEqualTo(Json.parse("[\"succeeded\"]"));
            assertThat(world.shown).hasSize(2).containsOnly(List.of("base", "gate", "artifact.fetch"));
        }
    }

    /** A child run is a part of its turn, however late it begins. */
    @Test
    void task_thatATurnSpawns_hasTheToolsOfTheTurn() {
        List<List<String>> shownToTask = new java.util.concurrent.CopyOnWriteArrayList<>();
        world.more = builder -> builder.planner(context -> {
            if (context.goal().equals("task")) {
                shownToTask.add(
                        context.tools().stream().map(tool -> tool.id().name()).toList());
                return Decision.finish(Json.NULL);
            }
            return switch (context.trajectory().size()) {
                case 0 -> Decision.call("gate", Json.EMPTY_OBJECT);
                case 1 -> new Decision.SpawnTask("task", Json.EMPTY_OBJECT);
                case 2 -> new Decision.AwaitTask(context.runId() + ".1");
                default -> Decision.finish(Json.NULL);
            };
        });
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "old"))) {
            TurnHandle running = loop.send("have something done");
            world.gate.awaitHeld(1);
            installer(loop).replaceExternalTools(world.set("mcp", "g2", "new"));
            world.gate.open();

            assertThat(end(running).state()).isEqualTo(TurnState.DONE);
            assertThat(shownToTask).containsExactly(List.of("base", "gate", "artifact.fetch", "old"));
        }
    }

    @Test
    void removal_whileATurnRuns_leavesTheToolToThatTurn_andNotToTheNext() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain(), world.set("mcp", "g1", "old"))) {
            TurnHandle running = loop.send("use gate old");
            world.gate.awaitHeld(1);
            assertThat(installer(loop)
                            .replaceExternalTools(world.set("mcp", "g2"))
                            .installed())
                    .isZero();
            assertThat(world.closed("old")).isZero();
            world.gate.open();

            assertThat(end(running).result()).isEqualTo(Json.parse("[\"succeeded\",\"succeeded\"]"));
            assertThat(end(loop.send("use old")).result()).isEqualTo(Json.parse("[\"failed\"]"));
            assertThat(world.lastShown()).containsExactly("base", "gate");
        }
    }

    @Test
    void list_thatAPlannerIsShown_canNotBeChangedByIt() {
        List<Throwable> refusals = new java.util.concurrent.CopyOnWriteArrayList<>();
        world.more = builder -> builder.planner(context -> {
            refusals.add(catchThrowable(() -> context.tools().remove(0)));
            refusals.add(catchThrowable(() -> context.wireNames().clear()));
            return world.planner().next(context);
        });
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            assertThat(world.shownTo(loop)).containsExactly("base", "gate");
            assertThat(world.shownTo(loop)).containsExactly("base", "gate");
        }
        assertThat(refusals).hasSize(4).allMatch(UnsupportedOperationException.class::isInstance);
    }

    @Test
    void loopsOfTwoUsers_atOnce_haveTheirOwnIdentities_inEveryCall() {
        Identity bob = Identity.of("globex", "bob", "s9");
        java.util.Map<String, java.util.Set<Identity>> seen = new java.util.concurrent.ConcurrentHashMap<>();
        LoopDefinition shared = LoopDefinition.builder("plain")
                .tools(Tool.of("who", Nobody.class, Nobody.class, (Nobody nobody, ToolContext context) -> {
                            seen.computeIfAbsent(
                                            context.runId().orElse(""),
                                            any -> java.util.concurrent.ConcurrentHashMap.newKeySet())
                                    .add(context.identity());
                            return nobody;
                        })
                        .effect(SideEffect.READ))
                .build();
        try (HarborRuntime runtime = world.process();
                Loop adas = runtime.as(ADA).loop(LOOP, shared);
                Loop bobs = runtime.as(bob).loop(LOOP, shared)) {
            List<TurnHandle> turns = new java.util.ArrayList<>();
            for (int i = 0; i < 20; i++) {
                turns.add(adas.send("use who who"));
                turns.add(bobs.send("use who who"));
            }
            turns.forEach(LoopWorld::end);
            for (int i = 0; i < turns.size(); i++) {
                assertThat(seen.get(turns.get(i).turn())).containsExactly(i % 2 == 0 ? ADA : bob);
            }
        }
    }

    record Nobody() {}

    @Test
    void inputs_areCarriedOutInOrder_oneAtATime() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            TurnHandle first = loop.send("use gate");
            world.gate.awaitHeld(1);
            TurnHandle second = loop.send("second");
            TurnHandle third = loop.send("third");

            assertThat(loop.pending()).containsExactly(first, second, third);
            assertThat(second.state()).isEqualTo(TurnState.QUEUED);
            assertThat(loop.state()).isEqualTo(LoopState.BUSY);
            world.gate.open();
            end(third);
            assertThat(first.state()).isEqualTo(TurnState.DONE);
            assertThat(second.state()).isEqualTo(TurnState.DONE);
            assertThat(world.types())
                    .containsExactly(
                            "loop.opened",
                            "loop.input",
                            "loop.turn_started",
                            "loop.input",
                            "loop.input",
                            "loop.turn_ended",
                            "loop.turn_started",
                            "loop.turn_ended",
                            "loop.turn_started",
                            "loop.turn_ended");
        }
    }

    @Test
    void laterTurn_isToldWhatWasSaidBefore() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, world.plain())) {
            end(loop.send("use base"));
            end(loop.send("and now"));

            assertThat(world.inputs)
                    .containsExactly(
                            Json.EMPTY_OBJECT,
                            Json.parse(
                                    "{\"conversation\":[{\"user\":\"use base\",\"state\":\"done\",\"answer\":[\"succeeded\"]}]}"));
        }
    }

    @Test
    void close_givesTheLoopUp_andTheNextOpeningGoesOn() throws Exception {
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, world.plain());
            end(loop.send("hello"));
            assertThat(loop.shutdown(BOUND)).isTrue();
            assertThat(loop.state()).isEqualTo(LoopState.EXITED);

            try (Loop again = runtime.as(ADA).loop(LOOP, world.plain())) {
                end(again.send("again"));
                assertThat(world.inputs.get(1).toString()).contains("\"user\":\"hello\"");
            }
        }
    }
}
