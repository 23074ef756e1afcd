package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ConfigurationException;
import org.junit.jupiter.api.Test;

final class BoundsTest {

    private static void refused(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Documents.text(text))
                .satisfies(e -> assertThat(e.code().value()).isEqualTo(OpenApiReason.TOO_LARGE.name()));
    }

    @Test
    void largeDocument_isImportedWithinItsMeans() {
        OpenApiImport imported = Documents.text(LargeDocument.of(1_200));
        assertThat(imported.tools()).hasSize(1_200);
        assertThat(imported.report().skipped()).isEmpty();
        long held = imported.tools().stream()
                .map(tool -> tool.definition())
                .mapToLong(each -> each.inputSchema().sizeBytes()
                        + java.util.Objects.requireNonNull(each.outputSchema()).sizeBytes())
                .sum();
        assertThat(held).isLessThan(20L << 20);
    }

    @Test
    void document_ofTooManyOperations_isRefused() {
        StringBuilder paths = new StringBuilder();
        for (int i = 0; i <= Operations.MOST; i++) {
            paths.append("  /").append(i).append(": {get: {}}\n");
        }
        refused("openapi: 3.1.0\npaths:\n" + paths);
    }

    @Test
    void document_ofTooManyBytes_isRefused() {
        refused("#" + "x".repeat(OpenApiDocument.MAX_BYTES));
    }

    @Test
    void yaml_ofALineThatIsTooLong_isRefused_andJsonIsNot() {
        String megabytes = "x".repeat(2 << 20);
        refused("openapi: 3.1.0\npaths: {}\n# " + megabytes);
        refused("openapi: 3.1.0\r\npaths: {}\r\ninfo: '" + megabytes + "'\r\n");
        String json = "{\"openapi\":\"3.1.0\",\"paths\":{},\"info\":{\"description\":\"" + megabytes + "\"}}";
        assertThat(Documents.text(json).tools()).isEmpty();
    }

    @Test
    void documents_ofTooManyBytesTogether_areCutOffThere() {
        String line = "#" + "x".repeat(98) + "\n";
        String half = line.repeat(OpenApiDocument.MAX_BYTES / 2 / line.length() + 1);
        OpenApiDocument document = OpenApiDocument.text("""
                        openapi: 3.1.0
                        servers: [{url: 'https://x.example'}]
                        paths:
                          /a: {get: {operationId: a, parameters: [{$ref: 'a.yaml'}], responses: {}}}
                          /b: {get: {operationId: b, parameters: [{$ref: 'b.yaml'}], responses: {}}}
                        """)
                .beside("a.yaml", "{name: q, in: query}\n" + half)
                .beside("b.yaml", "{name: q, in: query}\n" + half);
        OpenApiImport imported = Documents.read(document, builder -> builder);
        assertThat(Documents.names(imported)).containsExactly("s.a");
        assertThat(Documents.reason(imported, "b")).isEqualTo(OpenApiReason.TOO_LARGE);
    }

    @Test
    void document_nestedTooDeeply_isRefused() {
        refused("{\"openapi\": " + "[".repeat(Budget.MAX_DEPTH + 1) + "]".repeat(Budget.MAX_DEPTH + 1) + "}");
        refused("openapi: " + "[".repeat(20_000) + "]".repeat(20_000));
    }

    @Test
    void aliases_thatStandForTooMuch_areRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            String alias = "*a" + (i - 1);
            bomb.append(
                    "a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", java.util.Collections.nCopies(10, alias))));
        }
        refused("openapi: 3.1.0\n" + bomb);
    }

    @Test
    void aliasesAndMerges_ofYaml_areRead() {
        OpenApiImport imported = Documents.text("""
                openapi: 3.1.0
                info: {title: t, version: 1.10}
                servers: [{url: 'https://x.example'}]
                x-ok: &ok {description: ok}
                paths:
                  /a:
                    get:
                      operationId: a
                      parameters:
                        - &q {name: q, in: query, schema: {type: integer, minimum: 0x10, default: 1_0}}
                        - <<: *q
                          name: r
                      responses: {200: *ok}
                """);
        assertThat(Documents.only(imported)
                        .definition()
                        .inputSchema()
                        .at("/properties")
                        .orElseThrow()
                        .members())
                .containsOnlyKeys("q", "r");
        assertThat(imported.report().version()).isEqualTo("1.10");
        assertThat(Documents.only(imported)
                        .definition()
                        .inputSchema()
                        .at("/properties/q/minimum")
                        .orElseThrow()
                        .asInt())
                .isEqualTo(16);
    }
}
