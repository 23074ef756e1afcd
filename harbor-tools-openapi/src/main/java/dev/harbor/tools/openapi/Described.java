package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Puts words beside schemas. */
final class Described {

    private Described() {}

    /** Returns a schema with a description, unless it has one or there is none. */
    static Fragment with(Fragment fragment, String description) {
        Json schema = fragment.schema();
        if (description.isBlank()
                || schema.kind() != Json.Kind.OBJECT
                || schema.get("description").isPresent()) {
            return fragment;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        if (schema.get("$ref").isPresent() && schema.members().size() > 1) {
            return fragment;
        }
        members.put("description", Words.clean(description));
        members.putAll(schema.members());
        return new Fragment(Json.of(members), fragment.uses());
    }

    /** Returns a schema of text with a description. */
    static Fragment text(String description) {
        return new Fragment(Json.of(Map.of("type", "string", "description", Words.clean(description))), Set.of());
    }
}
