package dev.harbor.json;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the schema of a node as one document. What occurs once is written where it occurs; an object type that occurs more often, or inside itself, is
 * written once under {@code $defs}. The root is always written out, so that its type can be seen there.
 *
 * <p>A strict document has neither references nor annotations, and offers null for no member: one that may be null may be missing as well.
 *
 * <p>Not thread-safe.
 */
final class SchemaDocument {

    private final Map<Node, Integer> uses = new HashMap<>();
    private final Map<Node, String> names = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, Object> definitions = new LinkedHashMap<>();
    private final Set<Node> open = new HashSet<>();
    private final boolean strict;

    private SchemaDocument(boolean strict) {
        this.strict = strict;
    }

    static Json of(Node root) {
        return new SchemaDocument(false).write(root);
    }

    /**
     * Writes a strict document.
     *
     * @throws dev.harbor.error.ConfigurationException if a type contains itself
     */
    static Json strictOf(Node root) {
        return new SchemaDocument(true).write(root);
    }

    boolean isStrict() {
        return strict;
    }

    private Json write(Node root) {
        count(root);
        open.add(root);
        Map<String, Object> schema = new LinkedHashMap<>(root.schema(this));
        if (!definitions.isEmpty()) {
            schema.put("$defs", definitions);
        }
        return Json.of(schema);
    }

    private void count(Node node) {
        if (uses.merge(node, 1, Integer::sum) == 1) {
            node.parts().forEach(this::count);
        }
    }

    /** Returns the schema to put where the node is used. */
    Map<String, Object> use(Node node) {
        String definition = node.definition();
        if (strict) {
            return definition == null ? node.schema(this) : writtenOut(node, definition);
        }
        if (definition == null || uses.getOrDefault(node, 0) < 2) {
            return node.schema(this);
        }
        return Map.of("$ref", "#/$defs/" + define(node, definition));
    }

    private Map<String, Object> writtenOut(Node node, String name) {
        if (!open.add(node)) {
            throw SchemaCompiler.invalid("", name + " contains itself, which needs a reference", null);
        }
        Map<String, Object> schema = node.schema(this);
        open.remove(node);
        return schema;
    }

    private String define(Node node, String wanted) {
        String known = names.get(node);
        if (known != null) {
            return known;
        }
        String name = free(wanted);
        names.put(node, name);
        definitions.put(name, Map.of());
        definitions.put(name, node.schema(this));
        return name;
    }

    private String free(String wanted) {
        String name = wanted;
        for (int i = 2; !taken.add(name); i++) {
            name = wanted + "_" + i;
        }
        return name;
    }

    /** Returns a schema that accepts null too. */
    static Map<String, Object> nullable(Map<String, Object> schema) {
        if (schema.isEmpty()) {
            return schema;
        }
        if (schema.get("type") instanceof String type
                && schema.keySet().stream().allMatch(SchemaDocument::isOfOneType)) {
            Map<String, Object> either = new LinkedHashMap<>(schema);
            either.put("type", List.of(type, "null"));
            either.computeIfPresent("enum", (keyword, values) -> plusNull((List<?>) values));
            return either;
        }
        return Map.of("anyOf", List.of(schema, Map.of("type", "null")));
    }

    /** Tells whether a keyword says nothing about null. */
    private static boolean isOfOneType(String keyword) {
        return Set.of(
                        "type",
                        "enum",
                        "minimum",
                        "maximum",
                        "pattern",
                        "format",
                        "minLength",
                        "maxLength",
                        "contentEncoding",
                        "items",
                        "uniqueItems",
                        "properties",
                        "required",
                        "additionalProperties",
                        "propertyNames")
                .contains(keyword);
    }

    private static List<@Nullable Object> plusNull(List<?> values) {
        List<@Nullable Object> more = values.stream().collect(Collectors.toList());
        more.add(null);
        return more;
    }
}
