package dev.harbor.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the trees that the schema validator works on. Equal numbers become equal nodes, however they are written: JSON Schema compares values, the trees
 * compare classes too.
 */
final class SchemaTree {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SchemaTree() {}

    static JsonNode of(Json json) {
        JsonReader in = json.uncheckedReader();
        JsonNode tree = read(in);
        in.end();
        return tree;
    }

    private static JsonNode read(JsonReader in) {
        return switch (in.peek()) {
            case '{' -> object(in);
            case '[' -> array(in);
            case '"' -> NODES.stringNode(in.string());
            case 't', 'f' -> NODES.booleanNode(in.bool());
            case 'n' -> {
                in.takeNull();
                yield NODES.nullNode();
            }
            default -> number(in.number("value"));
        };
    }

    private static JsonNode object(JsonReader in) {
        ObjectNode object = NODES.objectNode();
        in.beginObject();
        while (in.nextMember()) {
            String name = in.name();
            if (object.has(name)) {
                throw in.duplicate(name);
            }
            object.set(name, read(in));
        }
        return object;
    }

    private static JsonNode array(JsonReader in) {
        ArrayNode array = NODES.arrayNode();
        in.beginArray();
        for (int i = 0; in.nextElement(i); i++) {
            array.add(read(in));
        }
        return array;
    }

    private static JsonNode number(NumberLiteral literal) {
        if (literal.isSmallInteger()) {
            return integer(literal.asLong());
        }
        BigDecimal value = literal.asDecimal().stripTrailingZeros();
        return value.scale() > 0 ? NODES.numberNode(value) : integer(value.toBigInteger());
    }

    private static JsonNode integer(BigInteger value) {
        return value.bitLength() < Long.SIZE ? integer(value.longValue()) : NODES.numberNode(value);
    }

    private static JsonNode integer(long value) {
        return (int) value == value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }
}
