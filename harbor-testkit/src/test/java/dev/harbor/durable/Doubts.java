package dev.harbor.durable;

import dev.harbor.durable.World.Value;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;

/** Tools for doubts. */
final class Doubts {

    private Doubts() {}

    /** Returns a write that calls another write, so that a process that dies inside leaves two calls in doubt. */
    static Tool<Value, Value> nested() {
        return Tool.of("outer", Value.class, Value.class, (Value value, ToolContext context) -> {
                    context.call("world.write", World.ARGUMENTS);
                    return value;
                })
                .effect(SideEffect.WRITE);
    }
}
