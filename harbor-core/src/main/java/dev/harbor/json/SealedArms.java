package dev.harbor.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the records behind a sealed interface, through sealed interfaces below it, with their type arguments worked out from its own. */
final class SealedArms {

    private SealedArms() {}

    static void collect(Shape sealed, String where, Map<Class<?>, Shape> records) {
        for (Class<?> permitted : sealed.raw().getPermittedSubclasses()) {
            String path = where + "(" + permitted.getSimpleName() + ")";
            Shape shape = new Shape(permitted, arguments(sealed, permitted, path), false);
            if (permitted.isRecord()) {
                records.put(permitted, shape);
            } else if (permitted.isSealed() && permitted.isInterface()) {
                collect(shape, where, records);
            } else {
                throw Unsupported.at(
                        path, "what a sealed interface permits has to be a record or another sealed interface");
            }
        }
    }

    private static List<Shape> arguments(Shape sealed, Class<?> permitted, String where) {
        Map<TypeVariable<?>, Shape> bound = new HashMap<>();
        for (Type parent : permitted.getGenericInterfaces()) {
            if (parent instanceof ParameterizedType type && type.getRawType() == sealed.raw()) {
                bind(sealed, type, bound, where);
            }
        }
        return Arrays.stream(permitted.getTypeParameters())
                .map(variable -> new ShapeResolver(bound, where).resolve(variable))
                .toList();
    }

    private static void bind(Shape sealed, ParameterizedType parent, Map<TypeVariable<?>, Shape> bound, String where) {
        Type[] written = parent.getActualTypeArguments();
        for (int i = 0; i < written.length; i++) {
            Shape wanted = sealed.arguments().get(i);
            if (written[i] instanceof TypeVariable<?> variable
                    && bound.getOrDefault(variable, wanted).equals(wanted)) {
                bound.put(variable, wanted);
            } else if (written[i] instanceof TypeVariable<?>
                    || !new ShapeResolver(bound, where).resolve(written[i]).equals(wanted)) {
                throw Unsupported.at(where, "it is a " + parent + " and can't be a " + sealed);
            }
        }
    }
}
