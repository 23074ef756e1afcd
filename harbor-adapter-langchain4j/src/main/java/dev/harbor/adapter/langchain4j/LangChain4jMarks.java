package dev.harbor.adapter.langchain4j;

import dev.harbor.json.Codec;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.annotation.ToolMark;
import dev.harbor.tool.annotation.ToolMarks;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.invocation.LangChain4jManaged;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the annotations of LangChain4j. */
final class LangChain4jMarks implements ToolMarks {

    @Override
    public String annotation() {
        return "dev.langchain4j.agent.tool.Tool";
    }

    @Override
    public @Nullable ToolMark mark(Method method) {
        Tool mark = method.getAnnotation(Tool.class);
        return mark == null
                ? null
                : ToolMark.of(mark.name(), String.join("\n", mark.value()).strip());
    }

    @Override
    public Codec.Parameter describe(Parameter parameter) {
        P mark = parameter.getAnnotation(P.class);
        if (mark == null) {
            return Codec.Parameter.of(parameter);
        }
        Codec.Parameter said = mark.name().isEmpty() || parameter.isNamePresent()
                ? Codec.Parameter.of(parameter)
                : new Codec.Parameter(mark.name(), parameter.getParameterizedType(), null, false, null);
        String description = mark.description().isEmpty() ? mark.value() : mark.description();
        return new Codec.Parameter(
                mark.name().isEmpty() ? said.name() : mark.name(),
                said.type(),
                description.isEmpty() ? said.description() : description,
                mayBeNull(said, mark),
                hasDefault(mark) ? mark.defaultValue() : said.defaultJson());
    }

    private static boolean hasDefault(P mark) {
        return !mark.defaultValue().equals(P.NO_DEFAULT);
    }

    /** What has a default is never null. */
    private static boolean mayBeNull(Codec.Parameter said, P mark) {
        return !hasDefault(mark) && said.defaultJson() == null && (said.nullable() || !mark.required());
    }

    @Override
    public @Nullable Function<ToolContext, Object> supplied(Parameter parameter) {
        if (parameter.isAnnotationPresent(ToolMemoryId.class)) {
            return memoryId(parameter);
        }
        Class<?> type = parameter.getType();
        if (type == InvocationParameters.class) {
            return context -> InvocationParameters.from(ToolMarks.members(context));
        }
        if (InvocationContext.class.isAssignableFrom(type) || LangChain4jManaged.class.isAssignableFrom(type)) {
            throw new InvalidToolDefinition(
                    "its parameter of the type " + type.getSimpleName() + " belongs to a conversation of LangChain4j");
        }
        return null;
    }

    private static Function<ToolContext, Object> memoryId(Parameter parameter) {
        if (!parameter.getType().isAssignableFrom(String.class)) {
            throw new InvalidToolDefinition("its memory id is "
                    + parameter.getType().getSimpleName() + "; a session has a name, so it must be String or Object");
        }
        return context -> context.identity().session();
    }
}
