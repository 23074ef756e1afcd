package dev.harbor.adapter.springai;

import dev.harbor.json.Codec;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.annotation.ToolMark;
import dev.harbor.tool.annotation.ToolMarks;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** Reads the annotations of Spring AI. */
final class SpringAiMarks implements ToolMarks {

    @Override
    public String annotation() {
        return "org.springframework.ai.tool.annotation.Tool";
    }

    @Override
    public @Nullable ToolMark mark(Method method) {
        Tool mark = method.getAnnotation(Tool.class);
        return mark == null ? null : ToolMark.of(mark.name(), mark.description());
    }

    @Override
    public Codec.Parameter describe(Parameter parameter) {
        Codec.Parameter said = Codec.Parameter.of(parameter);
        ToolParam mark = parameter.getAnnotation(ToolParam.class);
        if (mark == null) {
            return said;
        }
        return new Codec.Parameter(
                said.name(),
                said.type(),
                mark.description().isEmpty() ? said.description() : mark.description(),
                said.defaultJson() == null && (said.nullable() || !mark.required()),
                said.defaultJson());
    }

    @Override
    public @Nullable Function<ToolContext, Object> supplied(Parameter parameter) {
        return parameter.getType() == org.springframework.ai.chat.model.ToolContext.class
                ? CallbackHandler::passedOn
                : null;
    }
}
