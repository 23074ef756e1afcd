package dev.harbor.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is a map in the order of its text, with keys that JSON writes as names. */
final class MapNode extends Node {

    private final NameNode key;
    private final Node value;

    MapNode(NameNode key, Node value) {
        this.key = key;
        this.value = value;
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        if (in.peek() != '{') {
            return in.repair("object", this, true);
        }
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        in.beginObject();
        while (in.nextMember()) {
            String name = in.name();
            Object parsed = key.parse(in, name);
            if (map.containsKey(parsed)) {
                throw parsed.equals(name)
                        ? in.duplicate(name)
                        : in.invalid("propertyNames", "names a key that is there already");
            }
            map.put(parsed, value.read(in));
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    void writePresent(JsonWriter out, Object object) {
        out.beginObject();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) {
            if (entry.getKey() == null) {
                throw out.unserializable("a key is null");
            }
            out.name(key.print(out, entry.getKey()));
            value.write(out, entry.getValue());
        }
        out.endObject();
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> names = new LinkedHashMap<>(key.schema(document));
        names.remove("type");
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        if (!names.isEmpty()) {
            schema.put("propertyNames", names);
        }
        schema.put("additionalProperties", document.use(value));
        return schema;
    }

    @Override
    List<Node> parts() {
        return List.of(value);
    }
}
