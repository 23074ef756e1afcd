package dev.harbor.tools.openapi;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is an operation of a document, for choosing and reporting.
 *
 * <p>Immutable.
 *
 * @param method in upper case
 * @param path as the document writes it, such as {@code /orders/{id}}
 * @param operationId null when the document has none
 * @param tags in the order of the document
 * @param deprecated whether the document says so
 */
public record OpenApiOperation(
        String method, String path, @Nullable String operationId, List<String> tags, boolean deprecated) {

    /** Copies the tags. */
    public OpenApiOperation {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        tags = List.copyOf(tags);
    }

    /** Tells whether a key means this operation: its id, or method and path as in {@code GET /orders/{id}}. */
    public boolean is(String key) {
        return key.equals(operationId) || key.equals(place());
    }

    /** Returns method and path with a space between them. */
    public String place() {
        return method + ' ' + path;
    }
}
