package dev.harbor.json;

import java.util.List;

/** A compiled JSON Schema. */
public final class JsonSchema {
    private final Json document;

    private JsonSchema(Json document) {
        this.document = document;
    }

    /** Compiles a schema. */
    public static JsonSchema compile(Json document) {
        return new JsonSchema(document);
    }

    /** Compiles a schema of the strict subset, with formats asserted. */
    public static JsonSchema compileStrict(Json document) {
        requireStrict(document);
        return new JsonSchema(document);
    }

    /** Refuses what is outside the strict subset. */
    public static void requireStrict(Json document) {
        throw new UnsupportedOperationException();
    }

    /** Validates. */
    public List<Violation> validate(Json value) {
        throw new UnsupportedOperationException();
    }

    /** Returns the document. */
    public Json document() {
        return document;
    }
}
