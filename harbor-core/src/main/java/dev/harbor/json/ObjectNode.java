package dev.harbor.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is a closed object with known members: a record, an arm of a sealed type, or a parameter list. Members come in any order; read fastest in the order in
 * which they are declared, since then each name is compared in place.
 */
final class ObjectNode extends Node {

    /** Stands for a member that was there with a value that is null in Java. */
    private static final Object NULL = new Object();

    private static final int UNKNOWN = -1;

    private final String name;
    private final Map<String, Integer> index = new HashMap<>();
    private Property[] properties = {};
    private @Nullable LateHandle maker;
    private boolean finite;

    /** Creates a node that becomes usable by {@link #complete}, so that a type can contain itself. */
    ObjectNode(String name) {
        this.name = name;
    }

    /** Takes the members, with distinct names, and a maker of type {@code (Object[])Object}. */
    void complete(List<Property> members, LateHandle constructor) {
        properties = members.toArray(Property[]::new);
        maker = constructor;
        for (int i = 0; i < properties.length; i++) {
            index.put(properties[i].name(), i);
        }
    }

    // ---- reading

    @Override
    @Nullable
    Object read(JsonReader in) {
        if (in.peek() != '{') {
            return in.repair("object", this, true);
        }
        @Nullable Object[] values = new Object[properties.length];
        List<Violation> violations = List.of();
        int expected = 0;
        in.beginObject();
        while (in.nextMember()) {
            int found = member(in, expected);
            if (found == UNKNOWN) {
                violations = add(violations, unknown(in));
                in.skip();
            } else {
                value(in, values, found);
                expected = found + 1;
            }
        }
        return make(in, fill(in, values, violations));
    }

    /** Takes the name ahead and returns which member it is. */
    private int member(JsonReader in, int expected) {
        if (expected < properties.length && properties[expected].isNext(in)) {
            return expected;
        }
        return index.getOrDefault(in.name(), UNKNOWN);
    }

    private void value(JsonReader in, @Nullable Object[] values, int member) {
        if (values[member] != null) {
            throw in.duplicate(properties[member].name());
        }
        Object value = properties[member].node().read(in);
        values[member] = value == null ? NULL : value;
    }

    /** Replaces the marks of null, supplies what may be missing, and reports all that is wrong with the members as a whole. */
    private @Nullable Object[] fill(JsonReader in, @Nullable Object[] values, List<Violation> before) {
        List<Violation> violations = before;
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value == NULL) {
                values[i] = null;
            } else if (value == null) {
                if (properties[i].node().mayBeMissing()) {
                    values[i] = properties[i].node().missing();
                } else {
                    violations = add(violations, absent(in, properties[i].name()));
                }
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidJsonException(violations);
        }
        return values;
    }

    private Object make(JsonReader in, @Nullable Object[] values) {
        LateHandle constructor = maker;
        if (constructor == null) {
            throw new IllegalStateException(name + " is used before it is complete");
        }
        try {
            return (Object) constructor.get().invokeExact(values);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw refused(in, values, e);
        }
    }

    private InvalidJsonException refused(JsonReader in, @Nullable Object[] values, Throwable cause) {
        String message = "was refused by " + name + Refusal.because(cause, Arrays.asList(values));
        return new InvalidJsonException(List.of(new Violation(in.pointer(), "constructor", message, List.of())), cause);
    }

    private Violation unknown(JsonReader in) {
        List<String> near = NearNames.of(in.memberName(), index.keySet());
        return new Violation(in.pointer(), "additionalProperties", "is not a known member", near);
    }

    private static Violation absent(JsonReader in, String missing) {
        String pointer = in.pointer() + "/" + Pointers.escape(missing);
        return new Violation(pointer, "required", "is required", List.of());
    }

    private static List<Violation> add(List<Violation> violations, Violation more) {
        List<Violation> all = violations.isEmpty() ? new ArrayList<>() : violations;
        if (all.size() < NearNames.MOST) {
            all.add(more);
        }
        return all;
    }

    // ---- writing

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.beginObject();
        for (Property property : properties) {
            property.write(out, value);
        }
        out.endObject();
    }

    // ---- schema

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Property property : properties) {
            members.put(property.name(), property.schema(document));
            if (!property.node().mayBeMissing()) {
                required.add(property.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", members);
        if (!required.isEmpty()) {
            schema.put("required", sorted(required));
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private static List<String> sorted(List<String> names) {
        names.sort(null);
        return names;
    }

    @Override
    List<Node> parts() {
        List<Node> parts = new ArrayList<>(properties.length);
        for (Property property : properties) {
            parts.add(property.node());
        }
        return parts;
    }

    @Override
    boolean hasFiniteValue(Set<Node> open) {
        if (finite) {
            return true;
        }
        if (!open.add(this)) {
            return false;
        }
        // what is found out while another type is open may change later, except that a value was found
        finite = areMembersFinite(open);
        open.remove(this);
        return finite;
    }

    private boolean areMembersFinite(Set<Node> open) {
        for (Property property : properties) {
            if (!property.node().mayBeMissing() && !property.node().hasFiniteValue(open)) {
                return false;
            }
        }
        return true;
    }

    @Override
    String definition() {
        return name;
    }
}
