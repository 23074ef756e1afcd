package dev.harbor.json;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells at a glance that a schema is legal, for the many that use nothing but the simplest keywords, so that the validator and its meta-schemas, which
 * take hundreds of milliseconds to load, are left alone until there is something to validate. Says yes only where the validator surely would.
 */
final class PlainSchema {

    private static final Set<String> TYPES =
            Set.of("object", "array", "string", "number", "integer", "boolean", "null");
    private static final Set<String> TEXTS = Set.of("title", "description", "$comment");
    private static final Set<String> NUMBERS = Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");
    private static final Set<String> COUNTS =
            Set.of("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties");

    private PlainSchema() {}

    static boolean isLegal(Json document) {
        return document.compact().sizeBytes() <= JsonSchema.MAX_SIZE_BYTES && isSchema(document.toJava());
    }

    private static boolean isSchema(@Nullable Object schema) {
        return schema instanceof Map<?, ?> keywords
                && keywords.entrySet().stream().allMatch(each -> isKeyword((String) each.getKey(), each.getValue()));
    }

    private static boolean isKeyword(String keyword, @Nullable Object value) {
        if (TEXTS.contains(keyword)) {
            return value instanceof String;
        }
        if (NUMBERS.contains(keyword)) {
            return value instanceof Long;
        }
        if (COUNTS.contains(keyword)) {
            return value instanceof Long count && count >= 0 && count <= Integer.MAX_VALUE;
        }
        return switch (keyword) {
            case "type" -> value instanceof String name && TYPES.contains(name);
            case "properties" ->
                value instanceof Map<?, ?> all && all.values().stream().allMatch(PlainSchema::isSchema);
            case "items" -> isSchema(value);
            case "additionalProperties" -> value instanceof Boolean || isSchema(value);
            case "required" -> value instanceof List<?> names && areTextsOnce(names);
            case "enum" -> value instanceof List<?> names && !names.isEmpty() && areTextsOnce(names);
            case "uniqueItems" -> value instanceof Boolean;
            case "default" -> value instanceof String || value instanceof Boolean || value instanceof Number;
            default -> false;
        };
    }

    private static boolean areTextsOnce(List<?> names) {
        return names.stream().allMatch(String.class::isInstance) && new HashSet<>(names).size() == names.size();
    }
}
