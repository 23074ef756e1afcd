package dev.harbor.json;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a type whose value may be null, where types are known at run time only: reflection keeps what {@code @Nullable} says apart from the types, and this puts
 * it back into them. A codec takes it wherever it takes a type.
 *
 * <p>Immutable.
 *
 * @param type the type of a value that is not null
 */
public record NullableType(Type type) implements Type {

    /** Checks that the type is there. */
    public NullableType {
        Objects.requireNonNull(type, "type");
    }

    /** Returns a type with every {@code @Nullable} on it and inside it; the type itself if there is none. */
    public static Type of(AnnotatedType annotated) {
        Type type = inside(annotated);
        return Declaration.saysNullable(annotated.getAnnotations()) ? new NullableType(type) : type;
    }

    /** Returns a type with every {@code @Nullable} inside it, and without one on it; the type itself if there is none. */
    public static Type inside(AnnotatedType annotated) {
        Type type = annotated.getType();
        if (annotated instanceof AnnotatedParameterizedType parameterized) {
            List<Type> arguments = each(parameterized.getAnnotatedActualTypeArguments());
            ParameterizedType plain = (ParameterizedType) type;
            return arguments.equals(List.of(plain.getActualTypeArguments()))
                    ? type
                    : new Parameterized(plain.getRawType(), plain.getOwnerType(), arguments);
        }
        if (annotated instanceof AnnotatedArrayType array) {
            Type component = of(array.getAnnotatedGenericComponentType());
            return component instanceof NullableType || component instanceof Parameterized
                    ? new Array(component)
                    : type;
        }
        if (annotated instanceof AnnotatedWildcardType wildcard) {
            List<Type> upper = each(wildcard.getAnnotatedUpperBounds());
            return upper.equals(List.of(((WildcardType) type).getUpperBounds())) ? type : upper.get(0);
        }
        return type;
    }

    private static List<Type> each(AnnotatedType[] annotated) {
        return Arrays.stream(annotated).map(NullableType::of).toList();
    }

    /** Returns the name of the type inside. */
    @Override
    public String getTypeName() {
        return type.getTypeName();
    }

    @Override
    public String toString() {
        return "@Nullable " + getTypeName();
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

    private record Array(Type component) implements GenericArrayType {

        @Override
        public Type getGenericComponentType() {
            return component;
        }
    }
}
