package dev.harbor.tools.openapi;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Repairs what older words of schemas leave in documents, and what would make a whole schema illegal without meaning anything. */
final class OddKeywords {

    private OddKeywords() {}

    static void repair(Map<String, @Nullable Object> schema) {
        bound(schema, "minimum", "exclusiveMinimum");
        bound(schema, "maximum", "exclusiveMaximum");
        if (schema.get("$recursiveAnchor") instanceof Boolean) {
            schema.remove("$recursiveAnchor");
        }
        if (schema.get("required") instanceof List<?> required) {
            schema.put("required", List.copyOf(new LinkedHashSet<>(required)));
        } else if (schema.get("required") instanceof Boolean) {
            schema.remove("required");
        }
    }

    /** A bound that is exclusive by a flag, as in 3.0 and in old drafts. */
    private static void bound(Map<String, @Nullable Object> schema, String inclusive, String exclusive) {
        if (!(schema.get(exclusive) instanceof Boolean exclude)) {
            return;
        }
        schema.remove(exclusive);
        Object limit = schema.get(inclusive);
        if (exclude && limit != null) {
            schema.remove(inclusive);
            schema.put(exclusive, limit);
        }
    }
}
