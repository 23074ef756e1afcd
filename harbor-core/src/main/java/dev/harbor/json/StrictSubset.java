package dev.harbor.json;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Knows the strict subset of JSON Schema: closed, bounded, and without a keyword that nobody enforces. */
final class StrictSubset {

    private static final Set<String> TYPES =
            Set.of("object", "array", "string", "number", "integer", "boolean", "null");

    private static final Set<String> KEYWORDS = Set.of(
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum",
            "const",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minProperties",
            "maxProperties",
            "title",
            "description",
            "default",
            "examples",
            "deprecated",
            "$comment");

    private static final Set<String> FORMATS = Set.of(
            "date",
            "date-time",
            "time",
            "duration",
            "email",
            "hostname",
            "ipv4",
            "ipv6",
            "json-pointer",
            "regex",
            "uri",
            "uri-reference",
            "uuid");

    private StrictSubset() {}

    static void require(Json document) {
        Map<?, ?> root = root(document);
        int size = document.compact().sizeBytes();
        if (size > JsonSchema.MAX_STRICT_SIZE_BYTES) {
            throw refused("", "it has " + size + " bytes, allowed are " + JsonSchema.MAX_STRICT_SIZE_BYTES);
        }
        if (!"object".equals(root.get("type"))) {
            throw refused("/type", "the root must be of type object");
        }
        node(root, "", 0);
    }

    private static Map<?, ?> root(Json document) {
        try {
            if (document.toJava() instanceof Map<?, ?> root) {
                return root;
            }
        } catch (MalformedJsonException e) {
            throw SchemaCompiler.invalid("", e.getMessage(), e);
        }
        throw refused("", "the schema is no object");
    }

    private static void node(@Nullable Object schema, String pointer, int depth) {
        if (depth > JsonSchema.MAX_STRICT_DEPTH) {
            throw refused(pointer, "it is nested deeper than " + JsonSchema.MAX_STRICT_DEPTH);
        }
        if (!(schema instanceof Map<?, ?> keywords)) {
            throw refused(pointer, "a schema must be an object");
        }
        keywords.keySet().forEach(keyword -> requireEnforced((String) keyword, pointer));
        Object type = keywords.get("type");
        if (!(type instanceof String name) || !TYPES.contains(name)) {
            throw refused(
                    pointer + "/type",
                    "there must be one type of " + TYPES.stream().sorted().toList());
        }
        format(keywords.get("format"), pointer);
        if (name.equals("object")) {
            object(keywords, pointer, depth);
        } else if (name.equals("array")) {
            node(keywords.get("items"), pointer + "/items", depth + 1);
        }
    }

    private static void requireEnforced(String keyword, String pointer) {
        if (!KEYWORDS.contains(keyword) && !(keyword.equals("$schema") && pointer.isEmpty())) {
            throw refused(pointer + "/" + Pointers.escape(keyword), "the keyword is not enforced in the strict subset");
        }
    }

    private static void format(@Nullable Object format, String pointer) {
        if (format != null && !FORMATS.contains(format)) {
            throw refused(
                    pointer + "/format",
                    "the format must be one of " + FORMATS.stream().sorted().toList());
        }
    }

    private static void object(Map<?, ?> keywords, String pointer, int depth) {
        if (!Boolean.FALSE.equals(keywords.get("additionalProperties"))) {
            throw refused(pointer + "/additionalProperties", "it must be false");
        }
        if (!(keywords.get("properties") instanceof Map<?, ?> properties)) {
            throw refused(pointer + "/properties", "it must be an object");
        }
        required(keywords.get("required"), properties, pointer);
        properties.forEach((name, schema) -> property((String) name, schema, pointer + "/properties/", depth));
    }

    private static void property(String name, @Nullable Object schema, String pointer, int depth) {
        if (name.isBlank()) {
            throw refused(pointer, "a property has a blank name");
        }
        node(schema, pointer + Pointers.escape(name), depth + 1);
    }

    private static void required(@Nullable Object required, Map<?, ?> properties, String pointer) {
        if (required == null) {
            return;
        }
        boolean declared = required instanceof List<?> names
                && names.stream().allMatch(name -> name instanceof String && properties.containsKey(name));
        if (!declared) {
            throw refused(pointer + "/required", "it must be a list of declared properties");
        }
    }

    private static RuntimeException refused(String pointer, String reason) {
        return SchemaCompiler.invalid(pointer, reason, null);
    }
}
