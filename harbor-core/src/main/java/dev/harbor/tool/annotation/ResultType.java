package dev.harbor.tool.annotation;

import dev.harbor.json.Codec;
import dev.harbor.json.CodecFactory;
import dev.harbor.json.Json;
import dev.harbor.json.NullableType;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.ToolOutput;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is what a method returns: the codec for it, and the way from there to an output.
 *
 * <p>Immutable.
 */
record ResultType(Codec<Object> codec, Function<@Nullable Object, ToolOutput<Object>> output) {

    /** What answers before the work is done. */
    private static final List<Class<?>> ASYNCHRONOUS =
            List.of(Future.class, CompletionStage.class, Flow.Publisher.class);

    private static final Codec<Json> NOTHING =
            Codec.custom(Json.class, Json.of(Map.of("type", "null")), json -> json, json -> json);

    static ResultType of(Method method, TypeBindings bindings, CodecFactory codecs) {
        Type type = bindings.resolve(NullableType.inside(method.getAnnotatedReturnType()));
        Class<?> raw = bindings.erasure(type);
        if (ASYNCHRONOUS.stream().anyMatch(each -> each.isAssignableFrom(raw))) {
            throw new InvalidToolDefinition(
                    "it returns " + raw.getSimpleName()
                            + ", which answers before the work is done; return the value itself, since the runtime waits for it");
        }
        if (raw == void.class || raw == Void.class) {
            return new ResultType(cast(NOTHING), result -> ToolOutput.of(Json.NULL));
        }
        if (raw == ToolOutput.class) {
            return new ResultType(cast(codecs.codec(valueType(type))), ResultType::whole);
        }
        if (isNullable(method) || type instanceof NullableType) {
            return new ResultType(
                    cast(codecs.codec(TypeBindings.optional(type))),
                    result -> ToolOutput.of(Optional.ofNullable(result)));
        }
        return new ResultType(cast(codecs.codec(type)), result -> ToolOutput.of(present(result)));
    }

    private static Type valueType(Type output) {
        if (output instanceof ParameterizedType parameterized) {
            return parameterized.getActualTypeArguments()[0];
        }
        throw new InvalidToolDefinition("it returns ToolOutput without saying of what");
    }

    @SuppressWarnings("unchecked") // the method returns what its return type says
    private static ToolOutput<Object> whole(@Nullable Object result) {
        return (ToolOutput<Object>) present(result);
    }

    private static Object present(@Nullable Object result) {
        if (result == null) {
            throw new InvalidResult("the method returned null, which its return type does not say", List.of());
        }
        return result;
    }

    private static boolean isNullable(Method method) {
        return Stream.of(
                        method.getAnnotations(), method.getAnnotatedReturnType().getAnnotations())
                .flatMap(Arrays::stream)
                .map(Annotation::annotationType)
                .anyMatch(annotation -> annotation.getSimpleName().equals("Nullable"));
    }

    @SuppressWarnings("unchecked") // only values that the method returned go in, and they are of the type
    private static Codec<Object> cast(Codec<?> codec) {
        return (Codec<Object>) codec;
    }
}
