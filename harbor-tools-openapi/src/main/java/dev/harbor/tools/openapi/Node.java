package dev.harbor.tools.openapi;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is a value of a document and where it stands. What is not there has the value null. Immutable, as long as nobody changes the tree.
 *
 * @param files what references are resolved in
 * @param file the name of the file
 * @param pointer where in the file
 * @param value plain Java
 */
record Node(
        Files files, String file, String pointer, @Nullable Object value) {

    private static final String REFERENCE = "$ref";

    /** Returns a member; null if there is none. */
    Node get(String name) {
        Object member = value instanceof Map<?, ?> map ? map.get(name) : null;
        return new Node(files, file, pointer + '/' + escaped(name), member);
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    boolean exists() {
        return value != null;
    }

    boolean isObject() {
        return value instanceof Map;
    }

    boolean isArray() {
        return value instanceof List;
    }

    boolean has(String name) {
        return value instanceof Map<?, ?> map && map.get(name) != null;
    }

    /** Returns the members of an object; none if it is something else. */
    Map<String, Node> members() {
        Map<String, Node> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.keySet().forEach(name -> members.put(String.valueOf(name), get(String.valueOf(name))));
        }
        return members;
    }

    /** Returns the elements of an array; none if it is something else. */
    List<Node> elements() {
        List<Node> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                elements.add(new Node(files, file, pointer + '/' + i, list.get(i)));
            }
        }
        return elements;
    }

    /** Returns the text of a member; null if there is none. */
    @Nullable
    String text(String name) {
        Object member = get(name).value();
        return member instanceof String || member instanceof Number || member instanceof Boolean ? plain(member) : null;
    }

    private static String plain(Object scalar) {
        return scalar instanceof BigDecimal decimal ? decimal.toPlainString() : scalar.toString();
    }

    String text(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    boolean flag(String name) {
        return flag(name, false);
    }

    boolean flag(String name, boolean otherwise) {
        return get(name).value() instanceof Boolean flag ? flag : otherwise;
    }

    /** Returns the texts of an array. */
    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        get(name).elements().forEach(each -> {
            if (each.value() instanceof String text) {
                texts.add(text);
            }
        });
        return texts;
    }

    /** Returns what a reference leads to, or this if it is none. */
    Node resolved() {
        Node at = this;
        for (int hops = 0; at.reference() != null; hops++) {
            if (hops > 32) {
                throw new Unusable(
                        OpenApiReason.UNRESOLVED_REFERENCE, "the reference at " + pointer + " leads to itself");
            }
            at = at.target(String.valueOf(at.reference()));
        }
        return at;
    }

    /** Returns the reference that this is; null if it is none. */
    @Nullable
    String reference() {
        return get(REFERENCE).value() instanceof String text ? text : null;
    }

    /** Returns what a reference that stands here leads to. */
    Node target(String reference) {
        return files.find(this, reference);
    }
}
