package dev.harbor.json;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is the one text that tells the arm of a sealed type. */
final class ConstNode extends Node {

    private final String text;

    ConstNode(String text) {
        this.text = text;
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        String found = in.string();
        if (!found.equals(text)) {
            throw in.notAllowed("const", "must be the allowed value", found, Set.of(text));
        }
        return found;
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        out.string(text);
    }

    @Override
    Map<String, Object> schema(SchemaDocument document) {
        return Map.of("const", text);
    }

    @Override
    List<Node> parts() {
        return List.of();
    }
}
