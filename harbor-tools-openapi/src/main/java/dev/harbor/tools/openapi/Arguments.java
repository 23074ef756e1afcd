package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the arguments of one tool. Confined to one tool. */
final class Arguments {

    private final Map<String, Json> properties = new LinkedHashMap<>();
    private final List<String> required = new ArrayList<>();
    private final Set<String> uses = new LinkedHashSet<>();

    /** Returns a name that is free: the wanted one, or one that says more. */
    String free(String wanted, String where) {
        String name = wanted;
        for (int i = 1; properties.containsKey(name); i++) {
            name = where + '_' + wanted + (i == 1 ? "" : "_" + i);
        }
        return name;
    }

    void add(String name, Fragment schema, boolean isRequired) {
        properties.put(name, schema.schema());
        uses.addAll(schema.uses());
        if (isRequired) {
            required.add(name);
        }
    }

    /** Returns the schema of all arguments. */
    Json schema(SchemaBook book, String dialect) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (!dialect.isEmpty()) {
            schema.put("$schema", dialect);
        }
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return complete(schema, uses, book);
    }

    /** Returns a schema with the definitions that it uses. */
    static Json complete(Map<String, Object> schema, Set<String> uses, SchemaBook book) {
        Map<String, Json> definitions = book.closure(uses);
        if (!definitions.isEmpty()) {
            schema.put("$defs", definitions);
        }
        Json complete = Json.of(schema);
        SchemaBook.requireRoom(complete.sizeBytes());
        return complete;
    }
}
