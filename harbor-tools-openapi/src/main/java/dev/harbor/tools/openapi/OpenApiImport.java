package dev.harbor.tools.openapi;

import dev.harbor.tools.http.HttpTool;
import java.util.List;
import java.util.Objects;

/**
 * Is what a document gave: tools, and a report on what was left out.
 *
 * <p>Immutable.
 *
 * @param tools in the order of the document
 * @param report on every operation
 */
public record OpenApiImport(List<HttpTool> tools, OpenApiReport report) {

    /** Copies the list. */
    public OpenApiImport {
        tools = List.copyOf(tools);
        Objects.requireNonNull(report, "report");
    }
}
