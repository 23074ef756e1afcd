package dev.harbor.durable;

import static dev.harbor.durable.LoopWorld.ADA;
import static dev.harbor.durable.LoopWorld.LOOP;
import static dev.harbor.durable.LoopWorld.end;
import static dev.harbor.durable.LoopWorld.installer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolFactory;
import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.history.LoopRecordType;
import dev.harbor.json.Json;
import dev.harbor.loop.ForeignAgent;
import dev.harbor.loop.ForeignTurn;
import dev.harbor.loop.Loop;
import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.TurnHandle;
import dev.harbor.loop.TurnResult;
import dev.harbor.loop.TurnState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.testkit.Gate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent elsewhere carries out the turns of a loop, and can't be given tools. */
@Timeout(120)
final class ForeignLoopTest {

    private final LoopWorld world = new LoopWorld();
    private final Gate gate = Gate.closed();
    private final List<ForeignTurn> turns = new CopyOnWriteArrayList<>();

    private final class Agent implements ForeignAgent {

        private final boolean repeatable;

        Agent(boolean repeatable) {
            this.repeatable = repeatable;
        }

        @Override
        public Json answer(ForeignTurn turn) throws Exception {
            turns.add(turn);
            if (turn.text().startsWith("wait")) {
                gate.pass();
            }
            if (turn.text().startsWith("fail")) {
                throw new IllegalStateException("the agent is down");
            }
            return Json.of("heard " + turn.text());
        }

        @Override
        public boolean isRepeatable() {
            return repeatable;
        }
    }

    private LoopDefinition definition(boolean repeatable) {
        return LoopDefinition.foreign("remote", new Agent(repeatable)).build();
    }

    @Test
    void turns_areHandedOver_oneAfterTheOther_underTheirOwnNames() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition(false))) {
            TurnHandle first = loop.send("one");
            TurnHandle second = loop.send("two");

            assertThat(end(first).result()).isEqualTo(Json.of("heard one"));
            assertThat(end(second).result()).isEqualTo(Json.of("heard two"));
            assertThat(turns).extracting(ForeignTurn::turn).containsExactly(first.turn(), second.turn());
            assertThat(turns).extracting(ForeignTurn::loop).containsOnly(LOOP);
            assertThat(turns).extracting(ForeignTurn::identity).containsOnly(ADA);
        }
    }

    @Test
    void externalTools_areRefused_atOnce_andNothingIsMade() {
        AtomicInteger built = new AtomicInteger();
        ToolFactory factory = ToolFactory.of("def", List.of("a"), Set.of(), bindings -> {
            built.incrementAndGet();
            return List.of(world.tool("a"));
        });
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition(false))) {
            ToolsetChangeException refusal = catchThrowableOfType(
                    ToolsetChangeException.class,
                    () -> installer(loop).replaceExternalTools(new ExternalToolset("mcp", "g1", List.of(factory))));

            assertThat(refusal.kind()).isEqualTo(Kind.EXTERNAL_TOOLS_UNSUPPORTED);
            assertThat(built).hasValue(0);
            assertThat(world.types()).containsExactly("loop.opened");
            ToolsetChangeException source = catchThrowableOfType(
                    ToolsetChangeException.class,
                    () -> installer(loop).replaceExternalTools(new ExternalToolset("", "g1", List.of(factory))));
            assertThat(source.kind()).isEqualTo(Kind.INVALID_EXTERNAL_SOURCE);
        }
    }

    @Test
    void agent_thatFails_failsTheTurn_andTheLoopGoesOn() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition(false))) {
            TurnResult failed = end(loop.send("fail"));
            assertThat(failed.state()).isEqualTo(TurnState.FAILED);
            assertThat(failed.reason()).isEqualTo("agent_failed");
            assertThat(end(loop.send("go on")).state()).isEqualTo(TurnState.DONE);
        }
    }

    @Test
    void interrupt_reachesTheAgent() {
        try (HarborRuntime runtime = world.process();
                Loop loop = runtime.as(ADA).loop(LOOP, definition(false))) {
            TurnHandle turn = loop.send("wait");
            gate.awaitHeld(1);
            loop.controller().interrupt("enough");

            assertThat(end(turn).state()).isEqualTo(TurnState.INTERRUPTED);
            assertThat(turns.get(0).cancellation().isCancelled()).isTrue();
            assertThat(end(loop.send("go on")).state()).isEqualTo(TurnState.DONE);
        }
    }

    @Test
    @SuppressWarnings("try") // closing twice is part of it
    void turn_whoseProcessDied_isInterrupted_unlessTheAgentKnowsItByItsName() {
        for (boolean repeatable : List.of(false, true)) {
            LoopWorld mortal = new LoopWorld();
            turns.clear();
            MortalJournal dying = MortalJournal.dyingBefore(mortal.journal, LoopRecordType.TURN_ENDED);
            HarborRuntime dead = mortal.process(dying);
            String turn =
                    dead.as(ADA).loop(LOOP, definition(repeatable)).send("once").turn();
            org.awaitility.Awaitility.await().until(dying::isDead);
            dead.close();
            mortal.passLease();

            try (HarborRuntime runtime = mortal.process();
                    Loop again = runtime.as(ADA).loop(LOOP, definition(repeatable))) {
                again.restored().forEach(LoopWorld::end);
                again.close();
            }
            assertThat(turns)
                    .extracting(ForeignTurn::turn)
                    .hasSize(repeatable ? 2 : 1)
                    .containsOnly(turn);
            assertThat(turns.get(turns.size() - 1).isRepeated()).isEqualTo(repeatable);
            String ended = mortal.records()
                    .get(mortal.records().size() - 1)
                    .entry()
                    .data()
                    .toString();
            assertThat(ended).contains(repeatable ? "\"done\"" : "unknown_write_outcome");
        }
    }

    @Test
    void loop_thatIsGivenUp_tellsTheAgent_andTheTurnIsLeft() {
        TurnHandle turn;
        try (HarborRuntime runtime = world.process()) {
            Loop loop = runtime.as(ADA).loop(LOOP, definition(true));
            turn = loop.send("wait");
            gate.awaitHeld(1);
        }
        assertThat(end(turn).state()).isEqualTo(TurnState.LEFT);
        gate.open();
        try (HarborRuntime runtime = world.process();
                Loop again = runtime.as(ADA).loop(LOOP, definition(true))) {
            again.restored().forEach(LoopWorld::end);
            assertThat(turns).hasSize(2);
        }
    }
}
