package dev.harbor.json;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Is a list or an array. */
final class SequenceNode extends Node {

    private final Node element;
    private final Function<List<@Nullable Object>, Object> assemble;
    private final Function<Object, Collection<?>> view;

    private SequenceNode(
            Node element, Function<List<@Nullable Object>, Object> assemble, Function<Object, Collection<?>> view) {
        this.element = element;
        this.assemble = assemble;
        this.view = view;
    }

    static SequenceNode list(Node element) {
        return new SequenceNode(element, Collections::unmodifiableList, value -> (List<?>) value);
    }

    static SequenceNode array(Node element, Class<?> component) {
        return new SequenceNode(element, elements -> toArray(elements, component), SequenceNode::asList);
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        if (in.peek() != '[') {
            return in.repair("array", this, true);
        }
        List<@Nullable Object> elements = new ArrayList<>();
        in.beginArray();
        for (int i = 0; in.nextElement(i); i++) {
            elements.add(element.read(in));
        }
        return assemble.apply(elements);
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.beginArray();
        int i = 0;
        for (Object each : view.apply(value)) {
            out.element(i++);
            element.write(out, each);
        }
        out.endArray();
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("items", document.use(element));
        return schema;
    }

    @Override
    List<Node> parts() {
        return List.of(element);
    }

    private static Object toArray(List<@Nullable Object> elements, Class<?> component) {
        Object array = Array.newInstance(component, elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, elements.get(i));
        }
        return array;
    }

    private static Collection<?> asList(Object array) {
        if (array instanceof Object[] objects) {
            return Arrays.asList(objects);
        }
        List<Object> boxed = new ArrayList<>(Array.getLength(array));
        for (int i = 0; i < Array.getLength(array); i++) {
            boxed.add(Array.get(array, i));
        }
        return boxed;
    }
}
