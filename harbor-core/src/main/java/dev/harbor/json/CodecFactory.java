package dev.harbor.json;

import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes codecs that use codecs of the embedder's own for the classes that it names, wherever they occur inside another type.
 *
 * <p>Immutable.
 */
public final class CodecFactory {

    private static final CodecFactory STANDARD = new CodecFactory(Map.of());

    private final Map<Class<?>, Node> own;

    /** Keeps the codec of a class with the class, so that both go together; services use one type in many tools. */
    private final ClassValue<Codec<?>> known = new ClassValue<>() {
        @Override
        protected Codec<?> computeValue(Class<?> type) {
            return make(type);
        }
    };

    private CodecFactory(Map<Class<?>, Node> own) {
        this.own = own;
    }

    /** Returns the factory that knows the supported types only. */
    public static CodecFactory standard() {
        return STANDARD;
    }

    /**
     * Returns a factory that uses the codec for exactly that class, also if it is a supported type. The class has no type parameters.
     *
     * @throws dev.harbor.error.ConfigurationException if the class is generic
     */
    public <T> CodecFactory with(Class<T> type, Codec<T> codec) {
        if (type.getTypeParameters().length > 0) {
            throw Unsupported.at(type.getSimpleName(), "a generic class can't have a codec of one's own");
        }
        Map<Class<?>, Node> more = new HashMap<>(own);
        more.put(type, codec.node());
        return new CodecFactory(Map.copyOf(more));
    }

    /** Returns the codec of a class; see {@link Codec#of(Class)}. */
    @SuppressWarnings("unchecked")
    public <T> Codec<T> codec(Class<T> type) {
        return (Codec<T>) known.get(Objects.requireNonNull(type, "type"));
    }

    /** Returns the codec of a generic type; see {@link Codec#of(TypeRef)}. */
    public <T> Codec<T> codec(TypeRef<T> type) {
        return make(type.type());
    }

    /** Returns the codec of a type; see {@link Codec#of(Type)}. */
    public Codec<?> codec(Type type) {
        return make(type);
    }

    /** Returns the codec of a parameter list; see {@link Codec#ofParameters}. */
    public Codec<@Nullable Object[]> codec(List<Codec.Parameter> parameters) {
        return new Codec<>(new NodeBuilder(own).parameters(List.copyOf(parameters)));
    }

    private <T> Codec<T> make(Type type) {
        String where = Objects.requireNonNull(type, "type") instanceof Class<?> raw ? raw.getSimpleName() : "root";
        Shape shape = new ShapeResolver(Map.of(), where).resolve(type);
        String root = shape.raw().getSimpleName();
        return new Codec<>(new NodeBuilder(own).root(shape, root));
    }
}
