package dev.harbor.tools.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes one schema: references lead to definitions, members that don't go this way are left out, and 3.0 becomes 2020-12. Confined to one schema. */
final class SchemaWriter {

    private static final Set<String> MAPS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

    private static final Set<String> SINGLE = Set.of(
            "not",
            "if",
            "then",
            "else",
            "items",
            "additionalItems",
            "contains",
            "additionalProperties",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties",
            "contentSchema");

    private static final Set<String> WORDS = Set.of("title", "description");

    private final SchemaBook book;
    private final Direction direction;
    private final Set<String> uses = new LinkedHashSet<>();

    SchemaWriter(SchemaBook book, Direction direction) {
        this.book = book;
        this.direction = direction;
    }

    Set<String> uses() {
        return uses;
    }

    @Nullable
    Object write(Node schema, int depth) {
        Budget.requireDepth(depth);
        if (!schema.isObject()) {
            return schema.value();
        }
        if (schema.has("$id")) {
            // It is a document of its own, whose references lead to itself.
            return schema.value();
        }
        Map<String, @Nullable Object> written = new LinkedHashMap<>();
        schema.members().forEach((keyword, value) -> written.put(keyword, keyword(keyword, value, depth + 1)));
        leaveOut(schema, written);
        OddKeywords.repair(written);
        return book.isOld() ? new OldSchema(book, this, direction).renewed(schema, written) : written;
    }

    private @Nullable Object keyword(String keyword, Node value, int depth) {
        if (keyword.equals("$ref") && value.value() instanceof String reference) {
            return reference(value, reference);
        }
        if (MAPS.contains(keyword) && value.isObject()) {
            Map<String, @Nullable Object> written = new LinkedHashMap<>();
            value.members().forEach((name, each) -> written.put(name, write(each, depth + 1)));
            return written;
        }
        if (LISTS.contains(keyword) || (keyword.equals("items") && value.isArray())) {
            List<@Nullable Object> written = new ArrayList<>();
            value.elements().forEach(each -> written.add(write(each, depth + 1)));
            return written;
        }
        if (SINGLE.contains(keyword)) {
            return write(value, depth);
        }
        return WORDS.contains(keyword) && value.value() instanceof String text ? Words.clean(text) : value.value();
    }

    /** A fragment without a slash is the name of an anchor, which stays where it is. */
    private String reference(Node from, String reference) {
        if (reference.matches("#[^/].*")) {
            return reference;
        }
        return reference(from.target(reference));
    }

    /** Returns a reference to the definition of a part of the document. */
    String reference(Node target) {
        String name = book.define(target, direction);
        uses.add(name);
        return "#/$defs/" + name;
    }

    /** Leaves out members that don't go this way; that they are required holds for the other way only. */
    private void leaveOut(Node schema, Map<String, @Nullable Object> written) {
        Set<String> excluded = excluded(schema);
        if (excluded.isEmpty()) {
            return;
        }
        if (written.get("properties") instanceof Map<?, ?> properties) {
            Map<Object, Object> left = new LinkedHashMap<>(properties);
            left.keySet().removeAll(excluded);
            written.put("properties", left);
        }
        dropRequired(written, excluded);
        if (written.get("allOf") instanceof List<?> parts) {
            parts.forEach(part -> dropRequired(part, excluded));
        }
    }

    @SuppressWarnings("unchecked")
    private static void dropRequired(@Nullable Object schema, Set<String> excluded) {
        if (schema instanceof Map<?, ?> map && map.get("required") instanceof List<?> required) {
            List<Object> left = new ArrayList<>(required);
            left.removeAll(excluded);
            ((Map<String, Object>) map).put("required", left);
        }
    }

    private Set<String> excluded(Node schema) {
        Set<String> excluded = new LinkedHashSet<>(excludedHere(schema));
        schema.get("allOf").elements().forEach(part -> {
            excluded.addAll(excludedHere(part.resolved()));
        });
        return excluded;
    }

    private Set<String> excludedHere(Node schema) {
        Set<String> excluded = new LinkedHashSet<>();
        schema.get("properties").members().forEach((name, member) -> {
            if (isExcluded(member)) {
                excluded.add(name);
            }
        });
        return excluded;
    }

    private boolean isExcluded(Node member) {
        return member.flag(direction.excluded)
                || (member.reference() != null && member.resolved().flag(direction.excluded));
    }
}
