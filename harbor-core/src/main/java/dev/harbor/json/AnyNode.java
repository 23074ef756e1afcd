package dev.harbor.json;

import java.util.Map;

/** Is any JSON, kept as it is written. */
final class AnyNode extends Node {

    @Override
    Object read(JsonReader in) {
        return Json.trusted(in.raw());
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.raw((Json) value);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return Map.of();
    }
}
