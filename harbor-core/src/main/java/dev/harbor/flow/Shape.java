package dev.harbor.flow;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is a schema inside the document that its references lead into. Whatever can't be decided by looking at types, members and elements is {@link #ANY}.
 *
 * @param schema the schema
 * @param root the whole document
 */
record Shape(Json schema, Json root) {

    static final Shape ANY = new Shape(Json.EMPTY_OBJECT, Json.EMPTY_OBJECT);

    private static final int DEEPEST = 16;

    static Shape of(@Nullable Json document) {
        return document == null ? ANY : new Shape(document, document).resolved();
    }

    static Shape arrayOf(Shape items) {
        return of(Json.of(Map.of("type", "array", "items", items.alone())));
    }

    /** Follows references inside the document. */
    Shape resolved() {
        Json at = schema;
        for (int depth = 0; depth < DEEPEST; depth++) {
            Optional<Json> ref = member(at, "$ref");
            if (ref.isEmpty()) {
                return new Shape(at, root);
            }
            Json target = target(ref.get());
            if (target == null) {
                return ANY;
            }
            at = target;
        }
        return ANY;
    }

    private @Nullable Json target(Json ref) {
        if (ref.kind() != Json.Kind.STRING || !ref.asString().startsWith("#")) {
            return null;
        }
        String pointer = ref.asString().substring(1);
        return pointer.isEmpty() || pointer.startsWith("/") ? root.at(pointer).orElse(null) : null;
    }

    private static Optional<Json> member(Json of, String name) {
        return of.kind() == Json.Kind.OBJECT ? of.get(name) : Optional.empty();
    }

    Optional<Json> get(String keyword) {
        return member(schema, keyword);
    }

    Shape inside(Json inner) {
        return new Shape(inner, root).resolved();
    }

    /** Returns the types that a value may have; empty when any. */
    List<String> types() {
        Json type = get("type").orElse(Json.NULL);
        if (type.kind() == Json.Kind.STRING) {
            return List.of(type.asString());
        }
        return type.kind() == Json.Kind.ARRAY
                ? type.elements().stream().map(Json::asString).toList()
                : List.of();
    }

    Map<String, Shape> properties() {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        get("properties")
                .filter(all -> all.kind() == Json.Kind.OBJECT)
                .ifPresent(all -> all.members().forEach((name, inner) -> shapes.put(name, inside(inner))));
        return shapes;
    }

    List<String> required() {
        return get("required")
                .filter(all -> all.kind() == Json.Kind.ARRAY)
                .map(all -> all.elements().stream().map(Json::asString).toList())
                .orElse(List.of());
    }

    /** Tells whether an object has no other members than those that are listed. */
    boolean isClosed() {
        return get("additionalProperties").filter(Json.of(false)::equals).isPresent();
    }

    /** Returns what is at a JSON pointer; null when nothing can be there. */
    @Nullable
    Shape at(String pointer) {
        Shape at = this;
        for (String step :
                pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1)) {
            at = at.step(step.replace("~1", "/").replace("~0", "~"));
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    private @Nullable Shape step(String name) {
        List<String> types = types();
        if (types.equals(List.of("array"))) {
            return get("items").map(this::inside).orElse(ANY);
        }
        if (!types.equals(List.of("object"))) {
            boolean isScalar = !types.isEmpty() && !types.contains("object") && !types.contains("array");
            return isScalar ? null : ANY;
        }
        Shape property = properties().get(name);
        if (property != null) {
            return property;
        }
        return isClosed()
                ? null
                : get("additionalProperties")
                        .filter(inner -> inner.kind() == Json.Kind.OBJECT)
                        .map(this::inside)
                        .orElse(ANY);
    }

    /** Returns the schema where it can stand without its document, else one that takes anything. */
    Json alone() {
        return root.equals(schema) || !schema.toString().contains("\"$ref\"") ? schema : Json.EMPTY_OBJECT;
    }

    /** Returns the schema in its document, so that its references lead somewhere. */
    Json whole() {
        if (root.equals(schema)) {
            return schema;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        member(root, "$defs").ifPresent(defs -> members.put("$defs", defs));
        members.put("allOf", List.of(schema));
        return Json.of(members);
    }
}
