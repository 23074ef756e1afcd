package dev.harbor.tools.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the operations of a document, in its order. */
final class Operations {

    /** The most operations of a document. */
    static final int MOST = 5_000;

    private static final List<String> METHODS =
            List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private Operations() {}

    static List<Found> of(Node root, ImportLog log) {
        List<Found> found = new ArrayList<>();
        root.get("paths").members().forEach((path, item) -> {
            if (path.startsWith("/")) {
                add(path, item, found, log);
            }
        });
        if (found.size() > MOST) {
            throw new Unusable(
                    OpenApiReason.TOO_LARGE, "the document has " + found.size() + " operations, allowed are " + MOST);
        }
        return found;
    }

    private static void add(String path, Node item, List<Found> found, ImportLog log) {
        try {
            Node resolved = item.resolved();
            METHODS.stream()
                    .filter(method -> resolved.get(method).isObject())
                    .forEach(method -> add(path, method, resolved, found, log));
        } catch (Unusable e) {
            log.note(Words.label(path), "the path was left out: " + e.getMessage());
        }
    }

    /** The specification has no reference in place of an operation; documents that are kept in many files have it all the same. */
    private static void add(String path, String method, Node item, List<Found> found, ImportLog log) {
        try {
            Node operation = item.get(method).resolved();
            found.add(new Found(described(path, method, operation), item, operation));
        } catch (Unusable e) {
            log.note(Words.label(method + ' ' + path), "the operation was left out: " + e.getMessage());
        }
    }

    private static OpenApiOperation described(String path, String method, Node operation) {
        String id = operation.text("operationId");
        List<String> tags = operation.texts("tags").stream()
                .map(Words::label)
                .filter(tag -> !tag.isEmpty())
                .distinct()
                .limit(64)
                .toList();
        return new OpenApiOperation(
                method.toUpperCase(Locale.ROOT),
                path,
                id == null || id.isBlank() ? null : id,
                tags,
                operation.flag("deprecated"));
    }
}
