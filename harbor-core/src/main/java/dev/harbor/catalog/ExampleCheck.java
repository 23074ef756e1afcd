package dev.harbor.catalog;

import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Violation;
import dev.harbor.tool.ToolDefinition;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Holds the examples of a definition against the schema that they are examples of. */
final class ExampleCheck {

    /** With one of these, a member may be allowed that is not listed under {@code properties}. */
    private static final Set<String> OPENERS = Set.of(
            "patternProperties",
            "unevaluatedProperties",
            "propertyNames",
            "$ref",
            "$dynamicRef",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "dependentSchemas");

    private final ToolDefinition definition;
    private final JsonSchema schema;
    private final Set<String> declared;

    private ExampleCheck(ToolDefinition definition, JsonSchema schema, Set<String> declared) {
        this.definition = definition;
        this.schema = schema;
        this.declared = declared;
    }

    static ExampleCheck of(ToolDefinition definition) {
        Json schema = definition.inputSchema();
        return new ExampleCheck(definition, JsonSchema.compile(schema), declared(schema));
    }

    /**
     * Passes all examples.
     *
     * @throws dev.harbor.tool.InvalidToolDefinition naming the tool, the example and what is wrong
     */
    void run() {
        int index = 0;
        for (var example : definition.examples()) {
            checkMembers(index, example.arguments());
            checkValues(index, example.arguments());
            index++;
        }
    }

    /** Finds what a typing mistake in an open schema would hide. */
    private void checkMembers(int index, Json arguments) {
        for (String member : arguments.members().keySet()) {
            if (!declared.isEmpty() && !declared.contains(member)) {
                throw refused(index, "'" + member + "' is not declared; declared are " + String.join(", ", declared));
            }
        }
    }

    private void checkValues(int index, Json arguments) {
        List<Violation> violations = schema.validate(arguments);
        if (!violations.isEmpty()) {
            throw refused(index, violations.stream().map(Violation::toString).collect(Collectors.joining("; ")));
        }
    }

    private RuntimeException refused(int index, String why) {
        return ToolChecks.refused(definition, "has an example (number " + index + ") that does not fit: " + why);
    }

    /** Returns the members that are declared, sorted; empty where the schema does not list them all. */
    private static Set<String> declared(Json schema) {
        if (schema.kind() != Json.Kind.OBJECT || isOpen(schema)) {
            return Set.of();
        }
        return schema.get("properties")
                .filter(properties -> properties.kind() == Json.Kind.OBJECT)
                .<Set<String>>map(
                        properties -> new TreeSet<>(properties.members().keySet()))
                .orElse(Set.of());
    }

    private static boolean isOpen(Json schema) {
        boolean closed = schema.get("additionalProperties")
                .map(value -> value.equals(Json.of(false)))
                .orElse(true);
        return !closed || schema.members().keySet().stream().anyMatch(OPENERS::contains);
    }
}
