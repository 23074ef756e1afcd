package dev.harbor.tools.openapi;

/**
 * Is a document whose version is known. Immutable.
 *
 * @param root the document
 * @param version of OpenAPI, such as {@code 3.1.0}
 * @param dialect the {@code $schema} of its schemas, or empty for 2020-12
 * @param book its schemas
 */
record Specification(Node root, String version, String dialect, SchemaBook book) {

    /**
     * Finds out what a document is.
     *
     * @throws Unusable if it is none of OpenAPI 3.0 or 3.1
     */
    static Specification of(Node root) {
        if (root.has("swagger")) {
            throw new Unusable(
                    OpenApiReason.UNSUPPORTED_VERSION,
                    "the document is Swagger " + Words.label(root.text("swagger", ""))
                            + "; convert it to OpenAPI 3.0 or 3.1");
        }
        String version = Words.label(root.text("openapi", ""));
        boolean old = version.equals("3.0") || version.startsWith("3.0.");
        if (!old && !version.equals("3.1") && !version.startsWith("3.1.")) {
            throw new Unusable(
                    version.isEmpty() ? OpenApiReason.INVALID_DOCUMENT : OpenApiReason.UNSUPPORTED_VERSION,
                    version.isEmpty()
                            ? "the document has no member openapi, which names its version"
                            : "the document is OpenAPI " + version + "; known are 3.0 and 3.1");
        }
        return new Specification(root, version, dialect(root, old), new SchemaBook(old));
    }

    /** The dialect of OpenAPI itself adds words to 2020-12 that decide nothing. */
    private static String dialect(Node root, boolean old) {
        String named = root.text("jsonSchemaDialect", "");
        boolean own = named.startsWith("https://spec.openapis.org/");
        boolean standard = named.startsWith("https://json-schema.org/draft/2020-12/schema");
        return old || own || standard ? "" : named;
    }
}
