package dev.harbor.tools.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ImportTest {

    private static OpenApiImport orders() {
        return Documents.file("orders.yaml", builder -> builder);
    }

    @Test
    void operations_ofDocument_becomeTools() {
        OpenApiImport imported = orders();
        assertThat(Documents.names(imported))
                .containsExactly("s.listOrders", "s.createOrder", "s.get_orders_order-id", "s.dropOrder");
        ToolDefinition list = Documents.tool(imported, "s.listOrders").definition();
        assertThat(list.description()).isEqualTo("Lists orders");
        assertThat(list.effect()).isEqualTo(SideEffect.READ);
        assertThat(list.tags()).containsExactly("orders");
        assertThat(Documents.tool(imported, "s.listOrders").url()).isEqualTo("https://eu.orders.example/v1/orders");
        ToolDefinition create = Documents.tool(imported, "s.createOrder").definition();
        assertThat(create.effect()).isEqualTo(SideEffect.WRITE);
        assertThat(create.isIdempotent()).isFalse();
        assertThat(create.inputSchema().at("/required")).contains(Json.parse("[\"body\"]"));
        ToolDefinition drop = Documents.tool(imported, "s.dropOrder").definition();
        assertThat(drop.description()).isEqualTo("Deprecated. DELETE /orders/{order-id}");
        assertThat(drop.outputSchema()).isEqualTo(Json.parse("{\"type\":\"null\"}"));
    }

    @Test
    void oddOperation_ofDocument_isReportedAndBreaksNoOther() {
        OpenApiReport report = orders().report();
        assertThat(report.title()).isEqualTo("Orders");
        assertThat(report.specification()).isEqualTo("3.0.3");
        assertThat(report.skipped())
                .extracting(each -> each.operation().place(), OpenApiReport.Skipped::reason)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "TRACE /orders/{order-id}", OpenApiReason.UNSUPPORTED_REQUEST),
                        org.assertj.core.groups.Tuple.tuple("POST /report", OpenApiReason.UNSUPPORTED_REQUEST));
        assertThat(report.summary()).contains("4 tools, 2 skipped", "skipped POST /report");
        assertThat(report.notes())
                .contains(
                        new OpenApiReport.Note("POST /orders", "the header Idempotency-Key is sent by Harbor itself"));
    }

    @Test
    void selection_byTagPathMethodOperationAndAge_holdsTogether() {
        assertThat(Documents.names(Documents.file("orders.yaml", b -> b.tags("admin"))))
                .containsExactly("s.dropOrder");
        assertThat(Documents.names(
                        Documents.file("orders.yaml", b -> b.methods("get").paths("/orders/*"))))
                .containsExactly("s.get_orders_order-id");
        assertThat(Documents.names(
                        Documents.file("orders.yaml", b -> b.paths("/orders**").withoutDeprecated())))
                .containsExactly("s.listOrders", "s.createOrder", "s.get_orders_order-id");
        OpenApiImport two = Documents.file("orders.yaml", b -> b.operations("createOrder", "GET /orders/{order-id}"));
        assertThat(Documents.names(two)).containsExactly("s.createOrder", "s.get_orders_order-id");
        assertThat(two.report().unselected()).isEqualTo(4);
    }

    @Test
    void settings_ofOneOperation_winOverTheDocument() {
        OpenApiImport imported = Documents.file(
                "orders.yaml",
                b -> b.prefix("")
                        .rename("GET /orders/{order-id}", "order.read")
                        .effect("createOrder", SideEffect.EXTERNAL)
                        .idempotent("createOrder")
                        .configure("listOrders", tool -> tool.description("All of them")));
        assertThat(Documents.names(imported)).contains("order.read");
        assertThat(Documents.tool(imported, "createOrder").definition().effect())
                .isEqualTo(SideEffect.EXTERNAL);
        assertThat(Documents.tool(imported, "createOrder").definition().isIdempotent())
                .isTrue();
        assertThat(Documents.tool(imported, "listOrders").definition().description())
                .isEqualTo("All of them");
    }

    @Test
    void settings_ofOperationThatIsNotThere_areRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Documents.file("orders.yaml", b -> b.idempotent("createOder")))
                .withMessageContaining("createOder");
    }

    @Test
    void server_byVariablesOrEmbedder_isFixed() {
        assertThat(Documents.file("orders.yaml", b -> b.serverVariable("region", "us"))
                        .tools()
                        .get(0)
                        .url())
                .isEqualTo("https://us.orders.example/v1/orders");
        assertThat(Documents.file("orders.yaml", b -> b.server("https://own.example/api/"))
                        .tools()
                        .get(0)
                        .url())
                .isEqualTo("https://own.example/api/orders");
        OpenApiImport wrong = Documents.file("orders.yaml", b -> b.serverVariable("region", "evil.example/"));
        assertThat(wrong.tools()).isEmpty();
        assertThat(Documents.reason(wrong, "listOrders")).isEqualTo(OpenApiReason.NO_SERVER);
    }

    @ParameterizedTest
    @CsvSource({
        "/, NO_SERVER",
        "//host.example, NO_SERVER",
        "ftp://host.example, NO_SERVER",
        "https://user:pw@host.example, NO_SERVER",
        "https://{nowhere}.example, NO_SERVER",
    })
    void server_thatCanNotBeUsed_isReported(String url, OpenApiReason reason) {
        OpenApiImport imported = Documents.text("{openapi: 3.1.0, info: {title: t, version: '1'}, servers: [{url: '"
                + url + "'}], paths: {/a: {get: {operationId: a, responses: {}}}}}");
        assertThat(Documents.reason(imported, "a")).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "swagger: '2.0' | UNSUPPORTED_VERSION",
                "openapi: 3.2.0 | UNSUPPORTED_VERSION",
                "openapi: 4.0.0 | UNSUPPORTED_VERSION",
                "info: {} | INVALID_DOCUMENT",
                "[] | INVALID_DOCUMENT",
                "'{\"openapi\": \"3.0.0\", \"openapi\": \"3.0.0\"}' | INVALID_DOCUMENT",
                "'{\"openapi\": \"3.0.0\"' | INVALID_DOCUMENT",
                "'openapi: 3.0.0\nopenapi: 3.0.0' | INVALID_DOCUMENT",
                "'a: {' | INVALID_DOCUMENT",
                "'' | INVALID_DOCUMENT",
                "'a: *b' | INVALID_DOCUMENT",
            })
    void document_thatIsNone_isRefusedWithItsReason(String text, OpenApiReason reason) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Documents.text(text == null ? "" : text))
                .satisfies(e -> assertThat(e.code().value()).isEqualTo(reason.name()));
    }

    @Test
    void names_thatClash_getAnEndThatDependsOnNoOrder() {
        String head =
                "{openapi: 3.1.0, info: {title: t, version: '1'}, servers: [{url: 'https://x.example'}], paths: {";
        String one = "/a: {get: {operationId: 'do it', responses: {}}}";
        String other = "/b: {get: {operationId: 'do/it', responses: {}}}";
        var first = Documents.names(Documents.text(head + one + ", " + other + "}}"));
        var second = Documents.names(Documents.text(head + other + ", " + one + "}}"));
        assertThat(first).hasSize(2).doesNotHaveDuplicates().allMatch(each -> each.matches("s\\.do_it_[0-9a-f]{8}"));
        assertThat(second).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void words_ofDocument_areBoundedAndSeen() {
        String hidden = "Reads\\u200B\\u202E" + "\\uDB40\\uDC41" + " it " + "x".repeat(5_000);
        OpenApiImport imported =
                Documents.text("{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"t\", \"version\": \"1\"}, "
                        + "\"servers\": [{\"url\": \"https://x.example\"}], \"paths\": {\"/a\": {\"get\": {\"description\": \""
                        + hidden + "\", \"parameters\": [{\"name\": \"q\", \"in\": \"query\", \"description\": \""
                        + hidden
                        + "\", \"schema\": {\"type\": \"string\"}}], \"responses\": {}}}}}");
        ToolDefinition only = Documents.only(imported).definition();
        assertThat(only.description())
                .hasSize(Words.LONGEST)
                .startsWith("Reads it x")
                .endsWith("…");
        assertThat(only.inputSchema()
                        .at("/properties/q/description")
                        .orElseThrow()
                        .asString())
                .isEqualTo(only.description());
    }
}
