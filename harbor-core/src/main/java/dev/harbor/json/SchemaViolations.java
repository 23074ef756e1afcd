package dev.harbor.json;

import com.networknt.schema.Error;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Puts what the validator found into our words, which neither depend on the locale nor repeat what was refused. */
final class SchemaViolations {

    private static final Set<String> ABOUT_A_MEMBER =
            Set.of("required", "additionalProperties", "unevaluatedProperties");

    private SchemaViolations() {}

    static List<Violation> of(List<Error> errors) {
        return errors.isEmpty()
                ? List.of()
                : errors.stream()
                        .map(SchemaViolations::of)
                        .distinct()
                        .limit(NearNames.MOST)
                        .toList();
    }

    private static Violation of(Error error) {
        String keyword = error.getKeyword() == null ? "false" : error.getKeyword();
        String pointer = Pointers.cut(error.getInstanceLocation().toString());
        if (ABOUT_A_MEMBER.contains(keyword) && error.getProperty() != null) {
            pointer += "/" + Pointers.escape(error.getProperty());
        }
        return new Violation(pointer, keyword, message(keyword, error), allowed(keyword, error.getSchemaNode()));
    }

    private static String message(String keyword, Error error) {
        return switch (keyword) {
            case "type" -> "must be " + argument(error, 1) + ", was " + argument(error, 0);
            case "enum" -> "must be one of the allowed values";
            case "const" -> "must be the allowed value";
            case "required" -> "is required";
            case "additionalProperties", "unevaluatedProperties" -> "is not a known member";
            case "false" -> "is not allowed";
            case "pattern" -> "must match the pattern " + argument(error, 0);
            case "format" -> "must be a valid " + argument(error, 0);
            case "uniqueItems" -> "must not have an element twice";
            case "oneOf" -> "must fit exactly one of the alternatives";
            case "anyOf" -> "must fit one of the alternatives";
            case "not" -> "must not fit the schema that is excluded";
            case "propertyNames" -> "has a member whose name is not allowed";
            case "contains", "minContains" -> "must have more elements that fit the schema of contains";
            case "maxContains" -> "must have fewer elements that fit the schema of contains";
            case "dependentRequired", "dependencies" -> "must have a member that another one demands";
            default -> bound(keyword, error);
        };
    }

    private static String bound(String keyword, Error error) {
        String limit = argument(error, 0);
        return switch (keyword) {
            case "minimum" -> "must be at least " + limit;
            case "maximum" -> "must be at most " + limit;
            case "exclusiveMinimum" -> "must be more than " + limit;
            case "exclusiveMaximum" -> "must be less than " + limit;
            case "multipleOf" -> "must be a multiple of " + limit;
            case "minLength" -> "must have at least " + limit + " characters";
            case "maxLength" -> "must have at most " + limit + " characters";
            case "minItems" -> "must have at least " + limit + " elements";
            case "maxItems" -> "must have at most " + limit + " elements";
            case "minProperties" -> "must have at least " + limit + " members";
            case "maxProperties" -> "must have at most " + limit + " members";
            default -> "does not fit the keyword " + Excerpt.of(keyword);
        };
    }

    /** Returns what the schema says, or the name of a type; for the keywords above never the value itself. */
    private static String argument(Error error, int index) {
        Object[] arguments = error.getArguments();
        return arguments == null || index >= arguments.length ? "?" : Excerpt.ofLine(String.valueOf(arguments[index]));
    }

    private static List<String> allowed(String keyword, JsonNode schema) {
        if (keyword.equals("const")) {
            return List.of(text(schema));
        }
        if (!keyword.equals("enum") || !schema.isArray()) {
            return List.of();
        }
        return schema.valueStream()
                .limit(NearNames.MOST)
                .map(SchemaViolations::text)
                .toList();
    }

    private static String text(JsonNode value) {
        return Excerpt.ofLine(value.isString() ? value.asString() : value.toString());
    }
}
