package dev.harbor.json;

import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Schema, reader and writer of one type.
 *
 * @param <T> the type
 */
public final class Codec<T> {
    private Codec() {}

    /** Returns the codec of a class. */
    public static <T> Codec<T> of(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    /** Returns the codec of a generic type. */
    public static <T> Codec<T> of(TypeRef<T> type) {
        throw new UnsupportedOperationException();
    }

    /** Returns the codec of a type. */
    public static Codec<?> of(Type type) {
        throw new UnsupportedOperationException();
    }

    /** Returns a codec of the user's own. */
    public static <T> Codec<T> custom(
            Class<T> type, Json schema, Function<Json, T> reader, Function<? super T, Json> writer) {
        throw new UnsupportedOperationException();
    }

    /** Returns a codec of a parameter list. */
    public static Codec<@Nullable Object[]> ofParameters(List<Parameter> parameters) {
        throw new UnsupportedOperationException();
    }

    /** Returns the schema. */
    public Json schema() {
        throw new UnsupportedOperationException();
    }

    /** Reads. */
    public T decode(Json json) {
        throw new UnsupportedOperationException();
    }

    /** Reads. */
    public T decode(String json) {
        throw new UnsupportedOperationException();
    }

    /** Reads. */
    public T decode(byte[] utf8) {
        throw new UnsupportedOperationException();
    }

    /** Reads with lossless repairs. */
    public T decode(Json json, Consumer<Repair> repairs) {
        throw new UnsupportedOperationException();
    }

    /** Writes. */
    public Json encode(T value) {
        throw new UnsupportedOperationException();
    }

    /** One named parameter. */
    public record Parameter(
            String name,
            Type type,
            @Nullable String description,
            boolean nullable,
            @Nullable String defaultJson) {

        /** Returns what the annotations of a method parameter say: name, type, description, nullness and default. */
        public static Parameter of(java.lang.reflect.Parameter parameter) {
            throw new UnsupportedOperationException();
        }
    }
}
