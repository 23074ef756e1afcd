package dev.harbor.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is one of several records, told apart by the member {@value #DISCRIMINATOR}, which may stand anywhere in the object. */
final class SealedNode extends Node {

    static final String DISCRIMINATOR = "kind";

    private final String name;
    private final Map<String, ObjectNode> arms = new LinkedHashMap<>();
    private final Map<Class<?>, ObjectNode> armsByClass = new LinkedHashMap<>();

    /** Creates a node that becomes usable when its arms are added, so that a type can contain itself. */
    SealedNode(String name) {
        this.name = name;
    }

    /** Adds an arm; false if there is one of that name. */
    boolean add(String kind, Class<?> type, ObjectNode arm) {
        armsByClass.put(type, arm);
        return arms.putIfAbsent(kind, arm) == null;
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        if (in.peek() != '{') {
            return in.repair("object", this, true);
        }
        String kind = in.lookAhead(DISCRIMINATOR);
        ObjectNode arm = kind == null ? null : arms.get(kind);
        if (arm == null) {
            throw unknown(in, kind);
        }
        return arm.read(in);
    }

    private InvalidJsonException unknown(JsonReader in, @Nullable String kind) {
        String pointer = in.pointer() + "/" + DISCRIMINATOR;
        Violation violation = kind == null
                ? new Violation(pointer, "required", "is required", List.copyOf(arms.keySet()))
                : new Violation(
                        pointer, "const", "must be one of the allowed values", NearNames.of(kind, arms.keySet()));
        return new InvalidJsonException(List.of(violation));
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        ObjectNode arm = armsByClass.get(value.getClass());
        if (arm == null) {
            throw out.unserializable(value.getClass().getName() + " is no part of " + name);
        }
        arm.writePresent(out, value);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("oneOf", arms.values().stream().map(document::use).toList());
        return schema;
    }

    @Override
    List<Node> parts() {
        return List.copyOf(arms.values());
    }

    @Override
    boolean hasFiniteValue(Set<Node> open) {
        return arms.values().stream().anyMatch(arm -> arm.hasFiniteValue(open));
    }

    @Override
    String definition() {
        return name;
    }
}
