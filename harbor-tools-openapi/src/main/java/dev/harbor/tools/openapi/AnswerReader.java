package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the responses of an operation into the schema of its result. Confined to one import. */
final class AnswerReader {

    private static final Fragment NOTHING = new Fragment(Json.of(Map.of("type", "null")), Set.of());

    private final SchemaBook book;
    private final String dialect;

    AnswerReader(SchemaBook book, String dialect) {
        this.book = book;
        this.dialect = dialect;
    }

    /** Returns the schema of a success; empty if the document does not say what every success is. */
    Optional<Json> read(Found found) {
        Set<Fragment> all = new LinkedHashSet<>();
        for (Map.Entry<String, Node> each :
                found.node().get("responses").members().entrySet()) {
            if (each.getKey().startsWith("2")) {
                Fragment one = answer(each.getKey(), each.getValue().resolved());
                if (one == null) {
                    return Optional.empty();
                }
                all.add(one);
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(schema(List.copyOf(all)));
    }

    /** Returns what one response is; null if that is not said, or it is no JSON. */
    private @Nullable Fragment answer(String status, Node response) {
        Map<String, Node> content = response.get("content").members();
        if (content.isEmpty()) {
            // Many documents leave out what a success is made of; only these statuses say that there is nothing.
            return status.equals("204") || status.equals("205") ? NOTHING : null;
        }
        List<Node> schemas = new ArrayList<>();
        for (Map.Entry<String, Node> each : content.entrySet()) {
            if (!BodyReader.isJson(each.getKey()) || !each.getValue().has("schema")) {
                return null;
            }
            schemas.add(each.getValue().get("schema"));
        }
        Set<Fragment> converted = new LinkedHashSet<>();
        schemas.forEach(each -> converted.add(book.convert(each, Direction.RESPONSE)));
        return converted.size() == 1 ? converted.iterator().next() : null;
    }

    private Json schema(List<Fragment> all) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (!dialect.isEmpty()) {
            schema.put("$schema", dialect);
        }
        if (all.size() == 1) {
            Json only = all.get(0).schema();
            if (only.kind() != Json.Kind.OBJECT) {
                return only;
            }
            schema.putAll(only.members());
        } else {
            schema.put("anyOf", all.stream().map(Fragment::schema).toList());
        }
        return Arguments.complete(schema, SchemaBook.uses(all), book);
    }
}
