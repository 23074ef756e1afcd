package dev.harbor.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Captures a generic type: {@code new TypeRef<List<UUID>>() {}}.
 *
 * <p>Immutable.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T> {

    private final Type type;

    /** Captures the type argument of the anonymous subclass. */
    protected TypeRef() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType captured)
                || captured.getRawType() != TypeRef.class) {
            throw new IllegalArgumentException(
                    "a TypeRef is a direct subclass with a type argument: new TypeRef<List<UUID>>() {}");
        }
        this.type = captured.getActualTypeArguments()[0];
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
