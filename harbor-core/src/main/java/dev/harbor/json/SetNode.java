package dev.harbor.json;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is a set in the order of its text. An element that occurs twice is refused, whether it is the same in JSON ({@code 1.0} and {@code 1.00}) or only in Java
 * (one instant in two time zones): a set that silently got smaller would be a loss.
 */
final class SetNode extends Node {

    private final Node element;

    SetNode(Node element) {
        this.element = element;
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        if (in.peek() != '[') {
            return in.repair("array", this, true);
        }
        Set<@Nullable Object> elements = new LinkedHashSet<>();
        Set<String> texts = new HashSet<>();
        in.beginArray();
        for (int i = 0; in.nextElement(i); i++) {
            in.peek();
            int start = in.position();
            boolean added = elements.add(element.read(in));
            if (!added || !isNew(texts, in.textFrom(start))) {
                throw in.invalid("uniqueItems", "must not occur twice in a set");
            }
        }
        return Collections.unmodifiableSet(elements);
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        Set<String> texts = new HashSet<>();
        out.beginArray();
        int i = 0;
        for (Object each : (Set<?>) value) {
            out.element(i++);
            int start = out.length();
            element.write(out, each);
            if (!element.differsLikeJava() && !isNew(texts, out.textFrom(start))) {
                throw out.invalid("uniqueItems", "must not occur twice in a set");
            }
        }
        out.endArray();
    }

    /** Tells whether no element of that value was there before; for simple elements Java's equality has told already. */
    private boolean isNew(Set<String> texts, String text) {
        return element.differsLikeJava()
                || texts.add(Json.trusted(text).canonical().toString());
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("items", document.use(element));
        schema.put("uniqueItems", true);
        return schema;
    }

    @Override
    List<Node> parts() {
        return List.of(element);
    }
}
