package dev.harbor.tools.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON as plain Java values. Confined to one thread. */
final class JsonTree {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Budget.MAX_DEPTH + 10)
                    .build())
            .build();

    private final JsonParser parser;
    private final Budget budget;

    private JsonTree(JsonParser parser, Budget budget) {
        this.parser = parser;
        this.budget = budget;
    }

    static @Nullable Object read(byte[] utf8, int from, Budget budget) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), utf8, from, utf8.length - from)) {
            JsonTree tree = new JsonTree(parser, budget);
            Object value = tree.value(parser.nextToken(), 0);
            if (parser.nextToken() != null) {
                throw new Unusable(OpenApiReason.INVALID_DOCUMENT, "something follows the document");
            }
            return value;
        } catch (JacksonException e) {
            throw new Unusable(
                    OpenApiReason.INVALID_DOCUMENT, "the document is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private @Nullable Object value(@Nullable JsonToken token, int depth) {
        Budget.requireDepth(depth);
        budget.spend(1);
        if (token == null) {
            throw new Unusable(OpenApiReason.INVALID_DOCUMENT, "the document ends too early");
        }
        return switch (token) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>(4);
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            Budget.requireNew(members.keySet(), name);
            members.put(name, value(parser.nextToken(), depth + 1));
        }
        return members;
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> elements = new ArrayList<>(4);
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(token, depth + 1));
        }
        return elements;
    }
}
