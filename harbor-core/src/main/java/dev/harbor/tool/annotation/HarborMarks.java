package dev.harbor.tool.annotation;

import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.SideEffect;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@link HarborTool}. */
final class HarborMarks implements ToolMarks {

    @Override
    public String annotation() {
        return "HarborTool";
    }

    @Override
    public @Nullable ToolMark mark(Method method) {
        HarborTool mark = method.getAnnotation(HarborTool.class);
        if (mark == null) {
            return null;
        }
        SideEffect[] effects = mark.effect();
        if (effects.length > 1) {
            throw new InvalidToolDefinition(
                    MarkedMethod.nameOf(method) + " can't be a tool: it names more than one effect");
        }
        return new ToolMark(
                mark.name(),
                mark.version(),
                mark.description(),
                effects.length == 0 ? null : effects[0],
                mark.idempotent(),
                List.of(mark.tags()),
                List.of(mark.authScopes()),
                mark.loading());
    }
}
