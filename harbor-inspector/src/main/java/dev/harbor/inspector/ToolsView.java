package dev.harbor.inspector;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.policy.BreakerState;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.transport.SourceState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Shows the tools that there are, and how the sources are that they come from. Confined to one request. */
final class ToolsView {

    private static final String HERE = "this process";
    private static final int DESCRIPTION_LENGTH = 160;

    private final Look look;
    private final Markup html;
    private final HarborRuntime runtime;

    ToolsView(Look look) {
        this.look = look;
        this.html = look.markup();
        this.runtime = look.inspector().runtime();
    }

    InspectorResponse page() {
        if (!look.access().seesTools()) {
            throw new Refusal(403, "You may look at runs, and not at tools.");
        }
        CatalogSnapshot snapshot = runtime.catalog().snapshot();
        sources(snapshot);
        toolsets(snapshot);
        return new Frame(look, "tools").live("Tools", html, Markup.path(look.mount(), "events"));
    }

    // ---- where they come from

    private void sources(CatalogSnapshot snapshot) {
        Map<String, SourceState> states = runtime.sources();
        TreeSet<String> names = new TreeSet<>(states.keySet());
        names.addAll(snapshot.sources().keySet());
        html.tags("<section><h1>Sources</h1>");
        if (names.isEmpty()) {
            html.element("p", "none", "All tools are of " + HERE + ".");
        } else {
            html.tags("<table><thead><tr><th>Source</th><th>State</th><th>Toolset</th></tr></thead><tbody>");
            names.forEach(
                    name -> source(name, states.get(name), snapshot.sources().get(name)));
            html.tags("</tbody></table>");
        }
        html.tags("</section>");
    }

    private void source(String name, @Nullable SourceState state, @Nullable String generation) {
        html.tags("<tr><td>").element("b", "", name).tags("</td><td>");
        if (state == null) {
            html.element("span", "dim", "handed over");
        } else {
            Badge.state(html, Words.wire(state));
        }
        html.tags("</td><td class=\"mono\">")
                .text(generation == null ? "none" : generation)
                .tags("</td></tr>");
    }

    // ---- what they are

    private void toolsets(CatalogSnapshot snapshot) {
        Map<String, List<ToolDefinition>> bySource = new TreeMap<>();
        snapshot.tools().stream()
                .<ToolDefinition>map(Tool::definition)
                .forEach(tool -> bySource.computeIfAbsent(tool.source(), source -> new ArrayList<>())
                        .add(tool));
        Map<ToolId, BreakerState> breakers = runtime.breakers();
        bySource.forEach((source, tools) -> toolset(snapshot, source, tools, breakers));
    }

    private void toolset(
            CatalogSnapshot snapshot, String source, List<ToolDefinition> tools, Map<ToolId, BreakerState> breakers) {
        html.tags("<section><h2>").text("Tools of " + (source.isEmpty() ? HERE : source));
        html.tags(
                "</h2><div class=\"scroll\"><table><thead><tr><th>Tool</th><th>Effect</th><th>Over</th><th>Breaker</th>"
                        + "</tr></thead><tbody>");
        tools.stream().limit(look.limits().rows()).forEach(tool -> tool(snapshot, tool, breakers.get(tool.id())));
        html.tags("</tbody></table></div>");
        if (tools.size() > look.limits().rows()) {
            html.element("p", "none", Words.number(tools.size() - look.limits().rows()) + " more are not shown.");
        }
        html.tags("</section>");
    }

    private void tool(CatalogSnapshot snapshot, ToolDefinition tool, @Nullable BreakerState breaker) {
        html.tags("<tr><td>").element("b", "", tool.id().toString());
        if (!snapshot.isAvailable(tool.id())) {
            Badge.state(html, "down");
        }
        html.tags("<small>").excerpt(tool.description(), DESCRIPTION_LENGTH).tags("</small></td><td>");
        html.text(tool.effect().wireName())
                .tags("</td><td>")
                .text(tool.transport().name());
        html.tags("</td><td>");
        if (breaker == null) {
            html.element("span", "dim", "not in use");
        } else {
            Badge.state(html, Words.wire(breaker));
        }
        html.tags("</td></tr>");
    }
}
