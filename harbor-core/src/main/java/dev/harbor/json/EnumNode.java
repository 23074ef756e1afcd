package dev.harbor.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Is a constant of an enum under its name in JSON. */
final class EnumNode extends NameNode {

    private final Map<String, Object> constants = new LinkedHashMap<>();
    private final Map<Object, String> names = new HashMap<>();

    /** Takes the constants in their order with their names in JSON, which are distinct. */
    EnumNode(Map<String, Enum<?>> constants) {
        constants.forEach((name, constant) -> {
            this.constants.put(name, constant);
            names.put(constant, name);
        });
    }

    @Override
    Object parse(JsonReader in, String text) {
        Object constant = constants.get(text);
        if (constant == null) {
            throw in.notAllowed("enum", "must be one of the allowed values", text, constants.keySet());
        }
        return constant;
    }

    @Override
    String print(JsonWriter out, Object value) {
        String name = names.get(value);
        if (name == null) {
            throw out.unserializable(value.getClass().getName() + " is no constant of the enum that is expected");
        }
        return name;
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("enum", List.copyOf(Arrays.asList(constants.keySet().toArray())));
        return schema;
    }
}
