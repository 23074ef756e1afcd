package dev.harbor.contracts;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Arrays and collections that hold null and nothing else. */
final class HollowValues {

    private HollowValues() {}

    /** Returns the value for a parameter; empty when it holds nothing or may hold null. */
    static Optional<Object> of(Parameter parameter) {
        Class<?> type = parameter.getType();
        if (isNullable(parameter.getAnnotatedType())) {
            return Optional.empty();
        }
        if (type.isArray()) {
            return type.getComponentType().isPrimitive()
                    ? Optional.empty()
                    : Optional.of(Array.newInstance(type.getComponentType(), 1));
        }
        if (type == List.class || type == Collection.class || type == Iterable.class) {
            return Optional.of(Arrays.asList((Object) null));
        }
        return type == Set.class ? Optional.of(new HashSet<>(Collections.singleton(null))) : Optional.empty();
    }

    private static boolean isNullable(AnnotatedType type) {
        if (type instanceof AnnotatedArrayType array) {
            return array.getAnnotatedGenericComponentType().isAnnotationPresent(Nullable.class);
        }
        return type instanceof AnnotatedParameterizedType generic
                && generic.getAnnotatedActualTypeArguments()[0].isAnnotationPresent(Nullable.class);
    }
}
