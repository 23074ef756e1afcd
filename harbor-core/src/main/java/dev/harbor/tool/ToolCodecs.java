package dev.harbor.tool;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Codec;
import dev.harbor.json.CodecFactory;
import dev.harbor.json.TypeRef;
import java.lang.reflect.Type;

/**
 * Derives codecs for tools: the standard types, and references to artifacts, which are spelled as their id.
 *
 * <p>Thread-safe.
 */
public final class ToolCodecs {

    private static final CodecFactory FACTORY = CodecFactory.standard()
            .with(
                    ArtifactRef.class,
                    Codec.ofText(
                            ArtifactRef.class,
                            "the id of an artifact, sha256: and 64 hex digits",
                            ArtifactRef.SPELLING,
                            ArtifactRef::new,
                            ArtifactRef::id));

    private ToolCodecs() {}

    static <T> Codec<T> of(Class<T> type) {
        return FACTORY.codec(type);
    }

    static <T> Codec<T> of(TypeRef<T> type) {
        return FACTORY.codec(type);
    }

    static Codec<?> of(Type type) {
        return FACTORY.codec(type);
    }

    /** Returns the factory, for whoever has codecs to add. */
    public static CodecFactory factory() {
        return FACTORY;
    }
}
