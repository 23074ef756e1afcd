package dev.harbor.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.durable.World.Value;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Observation;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolSuspended;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Is a world with tools that ask before they do something: how often, is their argument. */
final class Waiting {

    static final String STATE = "a thing that nobody sees";
    static final Resolution ANSWER = Resolution.resume("eve", Json.of("blue"));

    final World world = new World();
    final List<Resumption> heard = new CopyOnWriteArrayList<>();
    final List<String> keys = new CopyOnWriteArrayList<>();
    UnaryOperator<ToolSuspended> how = asked -> asked;
    UnaryOperator<HarborRuntime.Builder> more = builder -> builder;

    Waiting() {
        world.more = builder -> more.apply(builder.tools(
                asking("ask.write").effect(SideEffect.WRITE),
                asking("ask.keyed").effect(SideEffect.WRITE).idempotent(),
                asking("ask.read").effect(SideEffect.READ)));
    }

    /** Returns a tool that asks as often as its argument says, and has its effect then. */
    Tool<Value, Value> asking(String name) {
        Tool<Value, Value> tool = Tool.of(
                name, Value.class, Value.class, (Value value, ToolContext context) -> act(name, value, context));
        return world.description.isEmpty() ? tool : tool.description(world.description);
    }

    private Value act(String name, Value value, ToolContext context) {
        keys.add(context.idempotencyKey());
        context.resumption().ifPresent(heard::add);
        int sofar = context.resumption().map(Resumption::number).orElse(0);
        if (sofar < value.value()) {
            throw how.apply(ToolSuspended.awaitInput("which colour?", Json.of(Map.of("question", sofar + 1)))
                    .state(Json.of(Map.of("secret", STATE, "asked", sofar + 1))));
        }
        world.effects.record(name, context);
        return value;
    }

    HarborRuntime process(Planner planner) {
        return world.process(planner).build();
    }

    static Observation seen(RunResult result, int step) {
        return result.trajectory().steps().get(step).observations().get(0);
    }

    /** Answers the only question of a parked run, and returns what its drive came to. */
    static RunResult answer(HarborRuntime runtime, RunResult parked, Resolution by) {
        assertThat(parked.reason()).isEqualTo("pause:await_input");
        return Asking.await(runtime.as(World.ADA).resolvePause(Asking.token(parked), by));
    }
}
