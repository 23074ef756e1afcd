package dev.harbor.json;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.Type;

/**
 * Captures a generic type, with what it says about null inside: {@code new TypeRef<List<@Nullable UUID>>() {}}.
 *
 * <p>Immutable.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T> {

    private final Type type;

    /** Captures the type argument of the anonymous subclass. */
    protected TypeRef() {
        if (!(getClass().getAnnotatedSuperclass() instanceof AnnotatedParameterizedType captured)
                || getClass().getSuperclass() != TypeRef.class) {
            throw new IllegalArgumentException(
                    "a TypeRef is a direct subclass with a type argument: new TypeRef<List<UUID>>() {}");
        }
        this.type = NullableType.inside(captured.getAnnotatedActualTypeArguments()[0]);
    }

    /** Returns the captured type. */
    public final Type type() {
        return type;
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }
}
