package dev.harbor.tools.mcp;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes tools of what a server lists: each by itself, so that an odd one costs nothing but itself. Confined to one thread.
 */
final class Catalogue {

    private final McpSettings settings;
    private final Host host;
    private final boolean modernHttp;
    private final List<Tool<?, ?>> tools = new ArrayList<>();
    private final List<McpToolReport> reports = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    Catalogue(McpSettings settings, Host host, boolean modernHttp) {
        this.settings = settings;
        this.host = host;
        this.modernHttp = modernHttp;
    }

    /**
     * Is what was made of a list.
     *
     * @param tools the tools
     * @param reports what became of each entry
     */
    record Made(List<Tool<?, ?>> tools, List<McpToolReport> reports) {

        Made {
            tools = List.copyOf(tools);
            reports = List.copyOf(reports);
        }

        /** Returns a digest that changes when a tool does. */
        String digest() {
            return Json.of(tools.stream()
                            .map(tool -> tool.definition().digest())
                            .sorted()
                            .toList())
                    .argumentsDigest();
        }

        /** Returns the same without one tool. */
        Made without(String toolName, String reason) {
            List<Tool<?, ?>> kept = tools.stream()
                    .filter(tool -> !tool.id().name().equals(toolName))
                    .toList();
            List<McpToolReport> said = reports.stream()
                    .map(report -> report.id() != null && report.id().name().equals(toolName)
                            ? new McpToolReport(report.remoteName(), null, report.digest(), reason)
                            : report)
                    .toList();
            return new Made(kept, said);
        }

        /** Returns the same with one tool under another name, which depends on nothing but its own. */
        Made renamed(String toolName) {
            String other = ToolMaker.disambiguated(toolName);
            List<Tool<?, ?>> all = new ArrayList<>();
            List<McpToolReport> said = new ArrayList<>(reports);
            for (Tool<?, ?> tool : tools) {
                if (!tool.id().name().equals(toolName)) {
                    all.add(tool);
                    continue;
                }
                Tool<?, ?> moved = tool.define(builder ->
                        builder.id(dev.harbor.tool.ToolId.of(other, tool.id().version())));
                all.add(moved);
                said.replaceAll(report -> tool.id().equals(report.id())
                        ? new McpToolReport(report.remoteName(), moved.id(), report.digest(), null)
                        : report);
            }
            return new Made(all, said);
        }
    }

    Made make(List<Json> entries, List<OfferedTools.Offered> more) {
        entries.forEach(this::add);
        more.forEach(this::add);
        return new Made(tools, reports);
    }

    private void add(OfferedTools.Offered offered) {
        Tool<?, ?> tool = offered.tool();
        if (tool == null) {
            reports.add(offered.report());
        } else if (tools.size() == ExternalToolset.MAX_TOOLS || !names.add(tool.id().toString())) {
            leaveOut(offered.report().remoteName(), offered.report().digest(), "its name is taken, or there is no room");
        } else {
            tools.add(tool);
            reports.add(offered.report());
        }
    }

    private void add(Json entry) {
        String name = RemoteTool.nameOf(entry);
        String digest = RemoteTool.digestOf(entry);
        try {
            Tool<?, ?> tool = tool(entry, name, digest);
            if (!names.add(tool.id().toString())) {
                throw new RemoteTool.Odd("the server lists it twice");
            }
            tools.add(tool);
            reports.add(new McpToolReport(name, tool.id(), digest, null));
        } catch (RemoteTool.Odd e) {
            leaveOut(name, digest, e.reason());
        } catch (HarborException e) {
            leaveOut(name, digest, Words.line(String.valueOf(e.getMessage())));
        }
    }

    private void leaveOut(String name, String digest, String reason) {
        reports.add(new McpToolReport(Words.line(name), null, digest, reason));
    }

    private Tool<?, ?> tool(Json entry, String name, String digest) throws RemoteTool.Odd {
        McpBinding binding = settings.bindings.get(name);
        requireWanted(name, binding);
        String pin = binding == null ? null : binding.pin();
        if (pin != null && !pin.equals(digest)) {
            throw new RemoteTool.Odd(
                    "the server describes it otherwise than when it was looked at: its digest is " + digest);
        }
        RemoteTool remote = RemoteTool.of(entry);
        ParameterHeaders headers = modernHttp ? ParameterHeaders.of(remote.inputSchema()) : ParameterHeaders.NONE;
        return new ToolMaker(settings, host).make(remote, binding, headers);
    }

    private void requireWanted(String name, @Nullable McpBinding binding) throws RemoteTool.Odd {
        Set<String> only = settings.only;
        boolean listed = only == null || only.contains(name);
        if (!listed || settings.without.contains(name) || (settings.boundOnly && binding == null)) {
            throw new RemoteTool.Odd("the host leaves it out");
        }
    }

    /** Returns what of a binding's tools the server does not list. */
    static List<String> missing(McpSettings settings, Made made) {
        Set<String> listed = new HashSet<>();
        made.reports().forEach(report -> listed.add(report.remoteName()));
        return settings.bindings.keySet().stream()
                .filter(Objects::nonNull)
                .filter(name -> !listed.contains(name))
                .sorted()
                .toList();
    }
}
