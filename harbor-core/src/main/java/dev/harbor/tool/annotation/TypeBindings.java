package dev.harbor.tool.annotation;

import dev.harbor.json.NullableType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows what the type variables of superclasses and interfaces stand for in a class. Immutable. */
final class TypeBindings {

    private final Map<TypeVariable<?>, Type> bound = new HashMap<>();

    private TypeBindings() {}

    static TypeBindings of(Class<?> type) {
        TypeBindings bindings = new TypeBindings();
        bindings.addSupertypes(type);
        return bindings;
    }

    /** Returns the optional type of a type, which may say itself that it can be null. */
    static Type optional(Type type) {
        Type present = type instanceof NullableType known ? known.type() : type;
        return new Parameterized(Optional.class, null, List.of(present));
    }

    private void addSupertypes(Class<?> type) {
        AnnotatedType superclass = type.getAnnotatedSuperclass();
        add(superclass == null ? null : NullableType.inside(superclass));
        Arrays.stream(type.getAnnotatedInterfaces()).map(NullableType::inside).forEach(this::add);
    }

    private void add(@Nullable Type supertype) {
        if (supertype instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < arguments.length; i++) {
                bound.put(raw.getTypeParameters()[i], resolve(arguments[i]));
            }
            addSupertypes(raw);
        } else if (supertype instanceof Class<?> raw) {
            addSupertypes(raw);
        }
    }

    /** Puts what they stand for in place of the variables; those that stand for nothing known stay. */
    Type resolve(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            return bound.getOrDefault(variable, variable);
        }
        if (type instanceof NullableType known) {
            return new NullableType(resolve(known.type()));
        }
        if (type instanceof ParameterizedType parameterized) {
            return new Parameterized(
                    parameterized.getRawType(),
                    parameterized.getOwnerType(),
                    resolve(List.of(parameterized.getActualTypeArguments())));
        }
        if (type instanceof GenericArrayType array) {
            Type component = resolve(array.getGenericComponentType());
            return component instanceof Class<?> raw ? raw.arrayType() : new GenericArray(component);
        }
        if (type instanceof WildcardType wildcard) {
            return new Wildcard(
                    resolve(List.of(wildcard.getUpperBounds())), resolve(List.of(wildcard.getLowerBounds())));
        }
        return type;
    }

    private List<Type> resolve(List<Type> types) {
        return types.stream().map(this::resolve).toList();
    }

    /** Returns the class that a value of a type has at run time. */
    Class<?> erasure(Type type) {
        Type resolved = resolve(type);
        if (resolved instanceof Class<?> raw) {
            return raw;
        }
        if (resolved instanceof NullableType known) {
            return erasure(known.type());
        }
        if (resolved instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (resolved instanceof GenericArrayType array) {
            return Array.newInstance(erasure(array.getGenericComponentType()), 0)
                    .getClass();
        }
        return resolved instanceof TypeVariable<?> variable ? erasure(variable.getBounds()[0]) : Object.class;
    }

    private record Parameterized(Type rawType, @Nullable Type ownerType, List<Type> arguments)
            implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return rawType;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return ownerType;
        }
    }

    private record GenericArray(Type component) implements GenericArrayType {

        @Override
        public Type getGenericComponentType() {
            return component;
        }
    }

    private record Wildcard(List<Type> upper, List<Type> lower) implements WildcardType {

        @Override
        public Type[] getUpperBounds() {
            return upper.toArray(Type[]::new);
        }

        @Override
        public Type[] getLowerBounds() {
            return lower.toArray(Type[]::new);
        }
    }
}
