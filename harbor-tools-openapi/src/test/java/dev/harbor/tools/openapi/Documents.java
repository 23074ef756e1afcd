package dev.harbor.tools.openapi;

import dev.harbor.json.Json;
import dev.harbor.tools.http.HttpTool;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Finds and imports the documents of the tests. */
final class Documents {

    private Documents() {}

    static Path path(String name) {
        try {
            return Path.of(Documents.class.getResource("/documents/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static OpenApiImport file(String name, UnaryOperator<OpenApiTools.Builder> more) {
        return read(OpenApiDocument.file(path(name)), more);
    }

    static OpenApiImport text(String text) {
        return read(OpenApiDocument.text(text), builder -> builder);
    }

    static OpenApiImport read(OpenApiDocument document, UnaryOperator<OpenApiTools.Builder> more) {
        OpenApiTools.Builder builder = OpenApiTools.builder("s", document);
        try (OpenApiTools tools = more.apply(builder).build()) {
            return tools.read();
        }
    }

    /** Returns a document with one operation, POST /x, whose body is JSON of a schema and whose answer is too. */
    static String of(String version, String schema, String components) {
        return """
                {"openapi": "%s", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://x.example"}],
                 "paths": {"/x": {"post": {"operationId": "x",
                   "requestBody": {"content": {"application/json": {"schema": %s}}},
                   "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": %s}}}}}}},
                 "components": {"schemas": %s}}""".formatted(version, schema, schema, components);
    }

    /** Returns what the argument body of the only tool is. */
    static Json body(OpenApiImport imported) {
        return only(imported).definition().inputSchema().at("/properties/body").orElseThrow();
    }

    static Json result(OpenApiImport imported) {
        Json schema = only(imported).definition().outputSchema();
        if (schema == null) {
            throw new AssertionError(
                    "there is no output schema: " + imported.report().summary());
        }
        return schema;
    }

    static HttpTool only(OpenApiImport imported) {
        if (imported.tools().size() != 1) {
            throw new AssertionError(imported.report().summary());
        }
        return imported.tools().get(0);
    }

    static HttpTool tool(OpenApiImport imported, String name) {
        return imported.tools().stream()
                .filter(each -> each.definition().id().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is missing: " + names(imported)
                        + imported.report().summary()));
    }

    static List<String> names(OpenApiImport imported) {
        return imported.tools().stream()
                .map(each -> each.definition().id().name())
                .toList();
    }

    static OpenApiReason reason(OpenApiImport imported, String operationId) {
        return imported.report().skipped().stream()
                .filter(each -> operationId.equals(each.operation().operationId()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(operationId + " was not skipped"))
                .reason();
    }
}
