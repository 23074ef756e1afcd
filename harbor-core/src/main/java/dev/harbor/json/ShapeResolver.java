package dev.harbor.json;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces the variables of a type, and refuses what is left open: raw types, wildcards and variables without a known bound. */
final class ShapeResolver {

    /** Types nested deeper than this have no end. */
    private static final int MAX_DEPTH = 32;

    private final Map<TypeVariable<?>, Shape> variables;
    private final String where;

    /** Takes what the variables stand for and where the type occurs. */
    ShapeResolver(Map<TypeVariable<?>, Shape> variables, String where) {
        this.variables = variables;
        this.where = where;
    }

    Shape resolve(Type type) {
        return resolve(type, null, 0);
    }

    /** Resolves the type of a declaration, along with what it says about null at every depth. */
    Shape resolve(AnnotatedType type) {
        return resolve(type.getType(), type, 0);
    }

    private Shape resolve(Type type, @Nullable AnnotatedType annotated, int depth) {
        if (depth > MAX_DEPTH) {
            throw Unsupported.at(where, "the type is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (type instanceof NullableType known) {
            return resolve(known.type(), annotated, depth).withNullable(true);
        }
        Shape shape = shape(type, annotated, depth);
        boolean nullable = annotated != null && Declaration.saysNullable(annotated.getAnnotations());
        return shape.withNullable(shape.nullable() || nullable);
    }

    private Shape shape(Type type, @Nullable AnnotatedType annotated, int depth) {
        if (type instanceof Class<?> raw) {
            return raw.isArray() ? array(raw.getComponentType(), annotated, depth) : plain(raw);
        }
        if (type instanceof GenericArrayType array) {
            return array(array.getGenericComponentType(), annotated, depth);
        }
        if (type instanceof ParameterizedType parameterized) {
            return parameterized(parameterized, annotated, depth);
        }
        if (type instanceof WildcardType wildcard) {
            return bound(wildcard, annotated, depth);
        }
        if (type instanceof TypeVariable<?> variable) {
            return variable(variable);
        }
        throw Unsupported.at(where, "unknown kind of type " + type);
    }

    private Shape plain(Class<?> raw) {
        if (raw.getTypeParameters().length > 0) {
            throw Unsupported.at(where, raw.getTypeName() + " is used without its type arguments");
        }
        return Shape.of(raw);
    }

    private Shape array(Type component, @Nullable AnnotatedType annotated, int depth) {
        AnnotatedType inner =
                annotated instanceof AnnotatedArrayType array ? array.getAnnotatedGenericComponentType() : null;
        Shape shape = resolve(component, inner, depth + 1);
        return new Shape(shape.raw().arrayType(), List.of(shape), false);
    }

    private Shape parameterized(ParameterizedType type, @Nullable AnnotatedType annotated, int depth) {
        Type[] arguments = type.getActualTypeArguments();
        AnnotatedType[] inner = annotated instanceof AnnotatedParameterizedType parameterized
                ? parameterized.getAnnotatedActualTypeArguments()
                : new AnnotatedType[arguments.length];
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            shapes.add(resolve(arguments[i], inner[i], depth + 1));
        }
        return new Shape((Class<?>) type.getRawType(), shapes, false);
    }

    private Shape bound(WildcardType wildcard, @Nullable AnnotatedType annotated, int depth) {
        Type bound = wildcard.getUpperBounds()[0];
        if (bound == Object.class) {
            throw Unsupported.at(where, "the wildcard " + wildcard + " has no upper bound");
        }
        AnnotatedType inner =
                annotated instanceof AnnotatedWildcardType known ? known.getAnnotatedUpperBounds()[0] : null;
        return resolve(bound, inner, depth + 1);
    }

    private Shape variable(TypeVariable<?> variable) {
        Shape shape = variables.get(variable);
        if (shape == null) {
            throw Unsupported.at(where, "nothing says what the type variable " + variable + " stands for");
        }
        return shape;
    }
}
