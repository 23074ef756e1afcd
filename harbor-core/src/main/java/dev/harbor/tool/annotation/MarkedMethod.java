package dev.harbor.tool.annotation;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Codec;
import dev.harbor.json.CodecFactory;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Is a method that is marked as a tool, with what its mark and its types say. Immutable. */
final class MarkedMethod {

    private static final String KOTLIN_CONTINUATION = "kotlin.coroutines.Continuation";

    private final HarborTool mark;
    private final Method method;
    private final TypeBindings bindings;

    MarkedMethod(HarborTool mark, Method method, TypeBindings bindings) {
        this.mark = mark;
        this.method = method;
        this.bindings = bindings;
    }

    ToolId id() {
        try {
            return ToolId.of(mark.name().isEmpty() ? method.getName() : mark.name(), mark.version());
        } catch (InvalidToolDefinition e) {
            throw new InvalidToolDefinition(this + ": " + e.getMessage(), e);
        }
    }

    /**
     * Makes the tool.
     *
     * @throws ConfigurationException naming the method and what can't be offered
     */
    Tool<?, ?> toTool(Object target, CodecFactory codecs) {
        refuseWhatCantBeCalled();
        try {
            return make(target, codecs);
        } catch (ConfigurationException e) {
            throw new ConfigurationException(e.code(), this + " can't be a tool: " + e.getMessage(), e);
        }
    }

    private Tool<?, ?> make(Object target, CodecFactory codecs) {
        ResultType result = ResultType.of(method, bindings, codecs);
        Codec<@Nullable Object[]> arguments = codecs.codec(parameters());
        MethodCode code = new MethodCode(handle(target), contextPositions(), result.output());
        return Tool.producing(id().name(), arguments, result.codec(), code).define(this::describe);
    }

    private ToolDefinition.Builder describe(ToolDefinition.Builder builder) {
        builder.id(id())
                .description(mark.description())
                .idempotent(mark.idempotent())
                .tags(mark.tags())
                .authScopes(mark.authScopes())
                .loading(mark.loading());
        for (SideEffect effect : mark.effect()) {
            builder.effect(effect);
        }
        return builder;
    }

    private void refuseWhatCantBeCalled() {
        if (mark.effect().length > 1) {
            throw refused("names more than one effect");
        }
        if (!Modifier.isPublic(method.getModifiers())) {
            throw refused("is not public");
        }
        if (Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type.getName().equals(KOTLIN_CONTINUATION))) {
            throw refused("is a suspending function; mark one that blocks, for example around runBlocking");
        }
    }

    private InvalidToolDefinition refused(String why) {
        return new InvalidToolDefinition(this + " can't be a tool: it " + why);
    }

    private List<Codec.Parameter> parameters() {
        return Arrays.stream(method.getParameters())
                .filter(parameter -> parameter.getType() != ToolContext.class)
                .map(this::describe)
                .toList();
    }

    private Codec.Parameter describe(Parameter parameter) {
        Codec.Parameter said = Codec.Parameter.of(parameter);
        return new Codec.Parameter(
                said.name(), bindings.resolve(said.type()), said.description(), said.nullable(), said.defaultJson());
    }

    private List<Boolean> contextPositions() {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type == ToolContext.class)
                .toList();
    }

    /** Returns a handle from all arguments in an array to the result. */
    private MethodHandle handle(Object target) {
        Method callable = Callable.on(target, method);
        try {
            MethodHandle handle = MethodHandles.lookup().unreflect(callable).asFixedArity();
            MethodHandle bound = Modifier.isStatic(callable.getModifiers()) ? handle : handle.bindTo(target);
            int count = callable.getParameterCount();
            return bound.asType(bound.type().generic()).asSpreader(Object[].class, count);
        } catch (IllegalAccessException e) {
            throw new InvalidToolDefinition(
                    callable.getDeclaringClass().getName() + " is in a package that its module does not export", e);
        }
    }

    /** Returns the method as one would write it in a link. */
    @Override
    public String toString() {
        return method.getDeclaringClass().getName() + "."
                + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
