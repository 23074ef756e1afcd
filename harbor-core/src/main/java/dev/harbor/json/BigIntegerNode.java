package dev.harbor.json;

import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is an integer of any size that JSON text may have here. */
final class BigIntegerNode extends Node {

    @Override
    @Nullable
    Object read(JsonReader in) {
        if (!in.atNumber()) {
            return in.repair("integer", this, false);
        }
        return IntegerNode.integral(in, in.number("integer"));
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.number((BigInteger) value);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return Map.of("type", "integer");
    }

    @Override
    boolean differsLikeJava() {
        return true;
    }
}
