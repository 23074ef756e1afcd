package dev.harbor.json;

import dev.harbor.error.HarborException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is a component with a default, which stands for it when it is missing or null. */
final class DefaultNode extends Node {

    private final Node node;
    private final String text;
    private final String where;
    private @Nullable Json value;
    private boolean resolving;

    /** Creates a node that becomes usable by {@link #resolve}, when all types are complete. */
    DefaultNode(Node node, String text, String where) {
        this.node = node;
        this.text = text;
        this.where = where;
    }

    /** Reads the default as JSON if that fits, else as bare text, and refuses it if that does not fit either. */
    Json resolve() {
        if (value == null) {
            if (resolving) {
                throw Unsupported.at(where, "the default contains itself");
            }
            resolving = true;
            value = fitting();
        }
        return value;
    }

    private Json fitting() {
        try {
            Json json = Json.parse(text).compact();
            node.read(json.uncheckedReader());
            return json;
        } catch (InvalidJsonException | MalformedJsonException notJson) {
            return fittingText(notJson);
        }
    }

    private Json fittingText(HarborException notJson) {
        try {
            Json json = Json.string(text);
            node.read(json.uncheckedReader());
            return json;
        } catch (InvalidJsonException | UnserializableException notText) {
            HarborException reason = node instanceof NameNode ? notText : notJson;
            throw Unsupported.at(
                    where, "the default " + Excerpt.quoted(text) + " does not fit: " + reason.getMessage(), reason);
        }
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        return in.takeNull() ? missing() : node.read(in);
    }

    @Override
    void writePresent(JsonWriter out, Object present) {
        node.write(out, present);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return withDefault(SchemaDocument.nullable(document.use(node)));
    }

    @Override
    Map<String, Object> memberSchema(SchemaDocument document) {
        return document.isStrict() ? withDefault(document.use(node)) : document.use(this);
    }

    private Map<String, Object> withDefault(Map<String, Object> schema) {
        Map<String, Object> extended = new LinkedHashMap<>(schema);
        extended.put("default", resolve());
        return extended;
    }

    @Override
    List<Node> parts() {
        return List.of(node);
    }

    @Override
    boolean hasFiniteValue(Set<Node> open) {
        return true;
    }

    @Override
    boolean mayBeMissing() {
        return true;
    }

    /** Reads it anew each time: what it holds may be an array, which one receiver could change under the other. */
    @Override
    @Nullable
    Object missing() {
        return node.read(resolve().uncheckedReader());
    }
}
