package dev.harbor.json;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is one member of an object: its name in JSON, its node, its description and how to take it out of the Java object. */
final class Property {

    private final String name;
    private final byte[] encodedName;
    private final boolean plain;
    private final Node node;
    private final @Nullable String description;
    private final LateHandle getter;

    /** Takes a getter of type {@code (Object)Object}. */
    Property(String name, Node node, @Nullable String description, LateHandle getter) {
        this.name = name;
        this.encodedName = JsonWriter.encoded(name);
        this.plain = encodedName.length == name.length() + "\"\":".length();
        this.node = node;
        this.description = description;
        this.getter = getter;
    }

    String name() {
        return name;
    }

    Node node() {
        return node;
    }

    /** Takes the name if it is the one that comes next and is spelt as usual. */
    boolean isNext(JsonReader in) {
        return plain && in.takeName(name);
    }

    void write(JsonWriter out, Object owner) {
        out.approach(name);
        Object value = get(out, owner);
        if (!node.omits(value)) {
            out.encodedName(encodedName);
            node.write(out, value);
        }
    }

    private @Nullable Object get(JsonWriter out, Object owner) {
        try {
            return (Object) getter.get().invokeExact(owner);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            String reason = "its accessor failed with " + e.getClass().getName();
            throw new UnserializableException(out.pointer(), reason, e);
        }
    }

    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = node.memberSchema(document);
        if (description == null) {
            return schema;
        }
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("description", description);
        described.putAll(schema);
        return described;
    }
}
