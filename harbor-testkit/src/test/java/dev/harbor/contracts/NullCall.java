package dev.harbor.contracts;

import dev.harbor.error.HarborException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A call with null for one parameter that may not be null, or inside it, and legal values for the others. */
record NullCall(Executable entry, int parameter, boolean inside, SampleValues samples) {

    /** Returns the calls of an entry, one a parameter, with the first samples that it takes. */
    static Stream<NullCall> of(Executable entry, List<SampleValues> choices) {
        SampleValues samples = choices.stream()
                .filter(choice -> failure(entry, choice).isEmpty())
                .findFirst()
                .orElse(choices.get(0));
        Parameter[] parameters = entry.getParameters();
        return IntStream.range(0, parameters.length)
                .filter(index -> isRequired(parameters[index]))
                .boxed()
                .flatMap(index -> Stream.of(false, true)
                        .filter(inside ->
                                !inside || HollowValues.of(parameters[index]).isPresent())
                        .map(inside -> new NullCall(entry, index, inside, samples)));
    }

    private static boolean isRequired(Parameter parameter) {
        return !parameter.getType().isPrimitive()
                && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)
                && !(parameter.getParameterizedType() instanceof TypeVariable<?> variable
                        && variable.getAnnotatedBounds()[0].isAnnotationPresent(Nullable.class));
    }

    /** Returns such as {@code Tool.of(code)}. */
    String name() {
        String type = entry.getDeclaringClass().getName();
        return type.substring(type.lastIndexOf('.') + 1)
                + (entry instanceof Constructor<?> ? "" : "." + entry.getName())
                + "(" + entry.getParameters()[parameter].getName() + (inside ? "[]" : "") + ")";
    }

    /** Returns what is wrong: null was taken, or what was thrown is thrown with legal values too and so tells nothing. */
    Optional<String> finding() {
        Optional<Throwable> failure = failure();
        if (failure.isEmpty()) {
            return Optional.of(name() + " takes null");
        }
        Throwable thrown = failure.get();
        if (!isRefusal(thrown)) {
            return Optional.of(name() + " answers null with " + thrown);
        }
        return failure(entry, samples)
                .filter(plain -> plain.toString().equals(thrown.toString()))
                .map(plain -> name() + " answers legal values with " + plain + ", which needs other samples");
    }

    private static boolean isRefusal(Throwable thrown) {
        return thrown instanceof NullPointerException
                || thrown instanceof HarborException
                || thrown instanceof IllegalArgumentException;
    }

    private Optional<Throwable> failure() {
        Object[] arguments = legal(entry, samples);
        arguments[parameter] =
                inside ? HollowValues.of(entry.getParameters()[parameter]).orElseThrow() : null;
        return failure(entry, samples, arguments);
    }

    private static Optional<Throwable> failure(Executable entry, SampleValues samples) {
        return failure(entry, samples, legal(entry, samples));
    }

    private static @Nullable Object[] legal(Executable entry, SampleValues samples) {
        return Arrays.stream(entry.getGenericParameterTypes())
                .map(type -> samples.of(type).orElse(null))
                .toArray();
    }

    private static Optional<Throwable> failure(Executable entry, SampleValues samples, @Nullable Object[] arguments) {
        try {
            SampleValues.invoke(entry, target(entry, samples), arguments);
            return Optional.empty();
        } catch (InvocationTargetException e) {
            return Optional.of(e.getCause());
        } catch (IllegalArgumentException e) {
            return Optional.of(new AssertionError("samples do not do: " + e.getMessage(), e));
        }
    }

    private static @Nullable Object target(Executable entry, SampleValues samples) {
        if (entry instanceof Constructor<?> || Modifier.isStatic(entry.getModifiers())) {
            return null;
        }
        Class<?> type = entry.getDeclaringClass();
        return samples.of(type).orElseThrow(() -> new IllegalArgumentException("no sample of " + type));
    }
}
