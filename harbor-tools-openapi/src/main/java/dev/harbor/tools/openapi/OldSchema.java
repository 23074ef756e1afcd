package dev.harbor.tools.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes schemas of OpenAPI 3.0 in the words of JSON Schema 2020-12. Confined to one schema. */
final class OldSchema {

    private static final Set<String> WITHOUT_MEANING =
            Set.of("nullable", "discriminator", "xml", "externalDocs", "example");

    private final SchemaBook book;
    private final SchemaWriter writer;
    private final Direction direction;

    OldSchema(SchemaBook book, SchemaWriter writer, Direction direction) {
        this.book = book;
        this.writer = writer;
        this.direction = direction;
    }

    /**
     * Returns a schema in new words.
     *
     * @param schema as the document has it
     * @param written the same with its parts written already
     */
    Map<String, @Nullable Object> renewed(Node schema, Map<String, @Nullable Object> written) {
        boolean nullable = schema.flag("nullable");
        if (schema.reference() != null) {
            return nullable ? orNull(referring(written)) : referring(written);
        }
        Map<String, @Nullable Object> out = new LinkedHashMap<>(written);
        if (!out.containsKey("examples") && schema.has("example")) {
            out.put("examples", List.of(schema.get("example").value()));
        }
        discriminate(schema, out);
        out.keySet().removeIf(keyword -> WITHOUT_MEANING.contains(keyword) || keyword.startsWith("x-"));
        out.values().removeIf(java.util.Objects::isNull);
        return nullable ? nullable(out) : out;
    }

    /** In 3.0 what stands beside a reference has no effect; words do no harm. */
    private static Map<String, @Nullable Object> referring(Map<String, @Nullable Object> written) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("$ref", written.get("$ref"));
        if (written.get("description") instanceof String text) {
            out.put("description", text);
        }
        return out;
    }

    private static Map<String, @Nullable Object> nullable(Map<String, @Nullable Object> schema) {
        if (!(schema.get("type") instanceof String type)) {
            boolean open = schema.keySet().stream().noneMatch(OldSchema::constrains);
            return open ? schema : orNull(schema);
        }
        Map<String, @Nullable Object> either = new LinkedHashMap<>(schema);
        either.put("type", List.of(type, "null"));
        if (schema.get("enum") instanceof List<?> values && !values.contains(null)) {
            List<@Nullable Object> more = new ArrayList<>(values);
            more.add(null);
            either.put("enum", more);
        }
        boolean composed = schema.keySet().stream().anyMatch(Set.of("allOf", "anyOf", "oneOf", "not")::contains);
        return composed ? orNull(schema) : either;
    }

    private static boolean constrains(String keyword) {
        return !Set.of("title", "description", "default", "examples", "readOnly", "writeOnly", "deprecated")
                .contains(keyword);
    }

    private static Map<String, @Nullable Object> orNull(Map<String, @Nullable Object> schema) {
        Map<String, @Nullable Object> either = new LinkedHashMap<>();
        either.put("anyOf", List.of(schema, Map.of("type", "null")));
        return either;
    }

    /** Makes the alternatives of a union exclude each other by the values that the discriminator gives them. */
    private void discriminate(Node schema, Map<String, @Nullable Object> out) {
        String property = schema.get("discriminator").text("propertyName");
        for (String union : List.of("oneOf", "anyOf")) {
            if (property != null
                    && out.get(union) instanceof List<?>
                    && schema.get(union).isArray()) {
                out.put(union, arms(schema, union, property));
            }
        }
    }

    private List<Object> arms(Node schema, String union, String property) {
        Map<String, Node> mapping = schema.get("discriminator").get("mapping").members();
        List<Object> arms = new ArrayList<>();
        for (Node arm : schema.get(union).elements()) {
            String reference = arm.reference();
            Object written = writer.write(arm, 0);
            arms.add(
                    reference == null || written == null
                            ? Map.of("allOf", List.of(written == null ? Map.of() : written))
                            : Map.of("allOf", List.of(written, tagged(property, values(reference, arm, mapping)))));
        }
        return arms;
    }

    private static Map<String, Object> tagged(String property, List<String> values) {
        return Map.of("properties", Map.of(property, Map.of("enum", values)), "required", List.of(property));
    }

    private List<String> values(String reference, Node arm, Map<String, Node> mapping) {
        String definition = book.define(arm.target(reference), direction);
        List<String> values = new ArrayList<>();
        mapping.forEach((value, target) -> {
            if (target.value() instanceof String text && definition.equals(definitionOf(arm, text))) {
                values.add(value);
            }
        });
        if (values.isEmpty()) {
            values.add(reference.substring(reference.lastIndexOf('/') + 1));
        }
        return values;
    }

    private String definitionOf(Node from, String mapped) {
        boolean isName = mapped.matches("[A-Za-z0-9._-]+") && !mapped.endsWith(".yaml") && !mapped.endsWith(".json");
        String reference = isName ? "#/components/schemas/" + mapped : mapped;
        return book.define(from.target(reference), direction);
    }
}
