package dev.harbor.json;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Is a type that the embedder reads and writes; Harbor holds both directions to the schema that comes with it. */
final class CustomNode extends Node {

    /** Would mean something else once the schema is part of a larger one. */
    private static final Set<String> NOT_SELF_CONTAINED =
            Set.of("$ref", "$dynamicRef", "$recursiveRef", "$id", "$defs", "definitions", "$anchor", "$dynamicAnchor");

    private final Class<?> type;
    private final JsonSchema schema;
    private final Function<Json, ?> reader;
    private final Function<Object, Json> writer;

    <T> CustomNode(Class<T> type, Json schema, Function<Json, T> reader, Function<? super T, Json> writer) {
        this.type = type;
        this.schema = JsonSchema.compile(schema);
        this.reader = reader;
        this.writer = value -> writer.apply(type.cast(value));
        requireSelfContained(schema.toJava());
    }

    private void requireSelfContained(@Nullable Object part) {
        if (part instanceof Map<?, ?> map) {
            map.keySet().stream()
                    .filter(NOT_SELF_CONTAINED::contains)
                    .findFirst()
                    .ifPresent(keyword -> {
                        throw Unsupported.at(
                                type.getSimpleName(), "the schema of a codec of one's own has no " + keyword);
                    });
            map.values().forEach(this::requireSelfContained);
        } else if (part instanceof List<?> list) {
            list.forEach(this::requireSelfContained);
        }
    }

    @Override
    @Nullable
    Object read(JsonReader in) {
        Json json = Json.trusted(in.raw());
        requireValid(in.pointer(), json);
        try {
            return type.cast(reader.apply(json));
        } catch (InvalidJsonException refused) {
            throw new InvalidJsonException(below(in.pointer(), refused.violations()), refused);
        } catch (IllegalArgumentException | NullPointerException refused) {
            String message = "was refused by " + type.getSimpleName() + Refusal.because(refused, List.of());
            throw new InvalidJsonException(
                    List.of(new Violation(in.pointer(), "constructor", message, List.of())), refused);
        }
    }

    @Override
    void writePresent(JsonWriter out, Object value) {
        Json json = writer.apply(value);
        requireValid(out.pointer(), json);
        out.raw(json);
    }

    private void requireValid(String pointer, Json json) {
        List<Violation> violations = schema.validate(json);
        if (!violations.isEmpty()) {
            throw new InvalidJsonException(below(pointer, violations));
        }
    }

    private static List<Violation> below(String pointer, List<Violation> violations) {
        return violations.stream()
                .map(each -> new Violation(pointer + each.pointer(), each.keyword(), each.message(), each.allowed()))
                .toList();
    }

    @Override
    @SuppressWarnings("unchecked")
    Map<String, Object> schema(SchemaDocument document) {
        Object plain = schema.document().toJava();
        return plain instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of("not", Map.of());
    }
}
