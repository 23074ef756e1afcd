package dev.harbor.tools.openapi;

/** Writes documents with many operations, whose schemas refer to each other. */
final class LargeDocument {

    private LargeDocument() {}

    static String of(int operations) {
        StringBuilder out = new StringBuilder(operations * 700);
        out.append("{\"openapi\": \"3.0.3\", \"info\": {\"title\": \"large\", \"version\": \"1\"}, ")
                .append("\"servers\": [{\"url\": \"https://large.example\"}], \"paths\": {");
        for (int i = 0; i < operations; i++) {
            out.append(i == 0 ? "" : ",\n").append(operation(i));
        }
        out.append("}, \"components\": {\"schemas\": {");
        for (int i = 0; i < operations; i++) {
            out.append(i == 0 ? "" : ",\n").append(schema(i, operations));
        }
        return out.append("}}}").toString();
    }

    private static String operation(int i) {
        return """
                "/things/%d/{id}": {"post": {"operationId": "op%d", "tags": ["t%d"], "description": "Does it.",
                  "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                    {"name": "q", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}],
                  "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/T%d"}}}},
                  "responses": {"200": {"description": "ok",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/T%d"}}}}}}}""".formatted(i, i, i % 20, i, i);
    }

    /** Each refers to two more, so that one needs some ten others. */
    private static String schema(int i, int of) {
        int block = i / 10 * 10;
        return """
                "T%d": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"},
                  "note": {"type": "string", "nullable": true, "description": "Whatever there is to say about it"},
                  "a": {"$ref": "#/components/schemas/T%d"}, "b": {"$ref": "#/components/schemas/T%d"}}}""".formatted(i, Math.min(block + (i + 1) % 10, of - 1), Math.min(block + (i + 3) % 10, of - 1));
    }
}
