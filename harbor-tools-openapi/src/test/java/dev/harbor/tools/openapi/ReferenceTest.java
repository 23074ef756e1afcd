package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReferenceTest {

    private static final String HEAD =
            "openapi: 3.1.0\ninfo: {title: t, version: '1'}\nservers: [{url: 'https://x.example'}]\npaths:\n";

    private static String referring(String reference) {
        return HEAD + "  /bad: {get: {operationId: bad, parameters: [{name: q, in: query, schema: {$ref: '" + reference
                + "'}}], responses: {}}}\n  /good: {get: {operationId: good, responses: {}}}\n";
    }

    @Test
    void reference_insideTheDirectory_isFollowedFromFileToFile() {
        OpenApiImport imported = Documents.file("split/root.yaml", builder -> builder);
        Json schema = Documents.tool(imported, "s.listOrders").definition().inputSchema();
        assertThat(schema.at("/$defs/Order/properties/next/$ref")).contains(Json.string("#/$defs/Order"));
        JsonSchema compiled = JsonSchema.compile(schema);
        assertThat(compiled.validate(Json.parse("{\"filter\": {\"next\": {\"tag\": \"1234567\"}}}")))
                .isEmpty();
        assertThat(compiled.validate(Json.parse("{\"filter\": {\"next\": {\"tag\": \"12345678\"}}}")))
                .isNotEmpty();
    }

    @Test
    void reference_outOfTheDirectory_isRefusedUnlessAllowed() {
        OpenApiImport refused = Documents.file("split/root.yaml", builder -> builder);
        assertThat(Documents.reason(refused, "outside")).isEqualTo(OpenApiReason.FOREIGN_REFERENCE);
        OpenApiDocument wider = OpenApiDocument.file(Documents.path("split/root.yaml"))
                .within(Documents.path("split").getParent());
        assertThat(Documents.names(Documents.read(wider, builder -> builder)))
                .containsExactly("s.listOrders", "s.outside");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wider.within(Path.of("/nowhere/else")))
                .withMessageContaining("directory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:%d/schema.yaml",
                "//127.0.0.1:%d/schema.yaml",
                "HTTP://127.0.0.1:%d/schema.yaml#/X",
                "jar:http://127.0.0.1:%d/a.jar!/b",
                "file:///etc/passwd",
                "file:secret.yaml",
                "/etc/passwd",
                "../../../../../../../etc/passwd",
                "..%%2F..%%2F..%%2Fetc%%2Fpasswd",
                "..\\..\\secret.yaml"
            })
    void reference_toNetworkOrElsewhere_opensNothing(String reference, @TempDir Path directory) throws Exception {
        try (java.net.ServerSocket server =
                new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            Path inside = Files.createDirectories(directory.resolve("a/b"));
            Files.writeString(directory.resolve("secret.yaml"), "type: string");
            Path root = inside.resolve("root.yaml");
            Files.writeString(
                    root, referring(reference.formatted(server.getLocalPort()).replace("\\", "\\")));
            OpenApiImport imported = Documents.read(OpenApiDocument.file(root), builder -> builder);
            assertThat(Documents.reason(imported, "bad")).isEqualTo(OpenApiReason.FOREIGN_REFERENCE);
            assertThat(Documents.names(imported)).containsExactly("s.good");
            server.setSoTimeout(1);
            org.assertj.core.api.Assertions.assertThatExceptionOfType(java.net.SocketTimeoutException.class)
                    .isThrownBy(server::accept);
        }
    }

    @Test
    void reference_byLinkOutOfTheDirectory_isRefused(@TempDir Path directory) throws Exception {
        Path inside = Files.createDirectories(directory.resolve("inside"));
        Path secret = directory.resolve("secret.yaml");
        Files.writeString(secret, "type: string");
        Files.createSymbolicLink(inside.resolve("link.yaml"), secret);
        Path root = inside.resolve("root.yaml");
        Files.writeString(root, referring("link.yaml"));
        OpenApiImport imported = Documents.read(OpenApiDocument.file(root), builder -> builder);
        assertThat(Documents.reason(imported, "bad")).isEqualTo(OpenApiReason.FOREIGN_REFERENCE);
    }

    @Test
    void reference_toGivenText_isFollowed() {
        OpenApiDocument document =
                OpenApiDocument.text(referring("schemas/q.json")).beside("schemas/q.json", "{\"type\": \"integer\"}");
        assertThat(Documents.names(Documents.read(document, builder -> builder)))
                .containsExactly("s.bad", "s.good");
        assertThat(Documents.reason(Documents.text(referring("schemas/q.json")), "bad"))
                .isEqualTo(OpenApiReason.FOREIGN_REFERENCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/nowhere", "#/paths/~1bad/get/parameters/7", "#/components/schemas/%zz"})
    void reference_thatLeadsNowhere_skipsItsOperation(String reference) {
        OpenApiImport imported = Documents.text(referring(reference));
        assertThat(Documents.reason(imported, "bad")).isEqualTo(OpenApiReason.UNRESOLVED_REFERENCE);
        assertThat(Documents.names(imported)).containsExactly("s.good");
    }

    @Test
    void reference_inPlaceOfAnOperation_isFollowed() {
        OpenApiDocument document = OpenApiDocument.text(HEAD + "  /a: {get: {$ref: 'a.yaml'}, put: {$ref: 'b.yaml'}}\n")
                .beside("a.yaml", "{operationId: fromAFile, responses: {}}");
        OpenApiImport imported = Documents.read(document, builder -> builder);
        assertThat(Documents.names(imported)).containsExactly("s.fromAFile");
        assertThat(imported.report().notes())
                .extracting(OpenApiReport.Note::place)
                .containsExactly("put /a");
    }

    @Test
    void reference_toItself_skipsItsOperation() {
        OpenApiImport imported = Documents.text(HEAD
                + "  /bad: {get: {operationId: bad, parameters: [{$ref: '#/components/parameters/P'}], responses: {}}}\n"
                + "components: {parameters: {P: {$ref: '#/components/parameters/P'}}}\n");
        assertThat(Documents.reason(imported, "bad")).isEqualTo(OpenApiReason.UNRESOLVED_REFERENCE);
    }
}
