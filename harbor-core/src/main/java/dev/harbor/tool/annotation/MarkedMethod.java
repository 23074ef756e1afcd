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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Is a method that is marked as a tool, with what its mark and its types say. Immutable. */
final class MarkedMethod {

    private static final String KOTLIN_CONTINUATION = "kotlin.coroutines.Continuation";

    private final ToolMark mark;
    private final Method method;
    private final TypeBindings bindings;
    private final ToolMarks marks;

    MarkedMethod(ToolMark mark, Method method, TypeBindings bindings, ToolMarks marks) {
        this.mark = mark;
        this.method = method;
        this.bindings = bindings;
        this.marks = marks;
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
        MethodCode code = new MethodCode(handle(target), supplied(), result.output());
        return Tool.producing(id().name(), arguments, result.codec(), code).define(this::describe);
    }

    private ToolDefinition.Builder describe(ToolDefinition.Builder builder) {
        builder.id(id())
                .description(mark.description())
                .idempotent(mark.idempotent())
                .tags(mark.tags().toArray(String[]::new))
                .authScopes(mark.authScopes().toArray(String[]::new))
                .loading(mark.loading());
        SideEffect effect = mark.effect();
        return effect == null ? builder : builder.effect(effect);
    }

    private void refuseWhatCantBeCalled() {
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
                .filter(parameter -> supplied(parameter) == null)
                .map(this::describe)
                .toList();
    }

    private Codec.Parameter describe(Parameter parameter) {
        Codec.Parameter said = marks.describe(parameter);
        return new Codec.Parameter(
                said.name(), bindings.resolve(said.type()), said.description(), said.nullable(), said.defaultJson());
    }

    /** Returns what gives each parameter its value, or null for an argument. */
    private List<@Nullable Function<ToolContext, Object>> supplied() {
        List<@Nullable Function<ToolContext, Object>> supplied = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            supplied.add(supplied(parameter));
        }
        return supplied;
    }

    private @Nullable Function<ToolContext, Object> supplied(Parameter parameter) {
        return parameter.getType() == ToolContext.class ? context -> context : marks.supplied(parameter);
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
        return nameOf(method);
    }

    static String nameOf(Method method) {
        return method.getDeclaringClass().getName() + "."
                + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }
}
