package dev.harbor.json;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is a decimal number with every digit as written, trailing zeros included. */
final class BigDecimalNode extends Node {

    @Override
    @Nullable
    Object read(JsonReader in) {
        return in.atNumber() ? in.number("number").asDecimal() : in.repair("number", this, false);
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.number((BigDecimal) value);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return Map.of("type", "number");
    }
}
