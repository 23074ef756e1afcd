package dev.harbor.json;

import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes codecs. */
public final class CodecFactory {
    private CodecFactory() {}

    /** Returns the factory that knows the supported types only. */
    public static CodecFactory standard() {
        throw new UnsupportedOperationException();
    }

    /** Returns a factory that uses the codec for that class, wherever it occurs. */
    public <T> CodecFactory with(Class<T> type, Codec<T> codec) {
        throw new UnsupportedOperationException();
    }

    /** Returns the codec of a class. */
    public <T> Codec<T> codec(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    /** Returns the codec of a generic type. */
    public <T> Codec<T> codec(TypeRef<T> type) {
        throw new UnsupportedOperationException();
    }

    /** Returns the codec of a type. */
    public Codec<?> codec(Type type) {
        throw new UnsupportedOperationException();
    }

    /** Returns a codec of a parameter list. */
    public Codec<@Nullable Object[]> codec(List<Codec.Parameter> parameters) {
        throw new UnsupportedOperationException();
    }
}
