package dev.harbor.llm;

import dev.harbor.json.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says in which form a model is to answer.
 *
 * <p>Immutable.
 *
 * @param kind the form
 * @param schema the JSON Schema of the answer; set if and only if the kind is {@link Kind#JSON_SCHEMA}
 */
public record ResponseFormat(Kind kind, @Nullable Json schema) {

    /** Plain text. */
    public static final ResponseFormat TEXT = new ResponseFormat(Kind.TEXT, null);

    /** Any JSON object. */
    public static final ResponseFormat JSON_OBJECT = new ResponseFormat(Kind.JSON_OBJECT, null);

    /** Is a form of answer, from the freest to the strictest. */
    public enum Kind {
        /** Plain text. */
        TEXT,
        /** Any JSON object. */
        JSON_OBJECT,
        /** JSON that fits a schema. */
        JSON_SCHEMA
    }

    /**
     * Checks that a schema is there when it is needed.
     *
     * @throws IllegalArgumentException if the schema does not go with the kind
     */
    public ResponseFormat {
        Objects.requireNonNull(kind, "kind");
        if ((kind == Kind.JSON_SCHEMA) != (schema != null)) {
            throw new IllegalArgumentException("a schema belongs to JSON_SCHEMA, and only to it");
        }
    }

    /** Returns the form of JSON that fits a schema. */
    public static ResponseFormat schema(Json schema) {
        return new ResponseFormat(Kind.JSON_SCHEMA, schema);
    }
}
