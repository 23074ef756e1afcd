package dev.harbor.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is the result of what returns nothing: null. */
final class NothingNode extends Node {

    @Override
    @Nullable
    Object read(JsonReader in) {
        if (!in.takeNull()) {
            throw in.mismatch("null");
        }
        return null;
    }

    @Override
    void write(JsonWriter out, @Nullable Object value) {
        out.nothing();
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.nothing();
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return Map.of("type", "null");
    }
}
