package dev.harbor.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is true or false. */
final class BooleanNode extends Node {

    @Override
    @Nullable
    Object read(JsonReader in) {
        int c = in.peek();
        return c == 't' || c == 'f' ? in.bool() : in.repair("boolean", this, false);
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.bool((Boolean) value);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return Map.of("type", "boolean");
    }

    @Override
    boolean differsLikeJava() {
        return true;
    }
}
