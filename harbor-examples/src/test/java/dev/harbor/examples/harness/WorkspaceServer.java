package dev.harbor.examples.harness;

import dev.harbor.json.Json;
import dev.harbor.testkit.FakeToolContext;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves the tools of a workspace over MCP, as a process of its own: what the harness has in its own process otherwise. */
public final class WorkspaceServer {

    private final List<Tool<?, ?>> tools;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private WorkspaceServer(Workspace workspace) {
        tools = WorkspaceTools.of(workspace);
    }

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]).toRealPath();
        new WorkspaceServer(new Workspace(root, root.resolve(".none"))).serve();
    }

    private void serve() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Json message = Json.parse(line);
            if (message.get("id").isPresent()) {
                Map<String, Object> answer = new LinkedHashMap<>();
                answer.put("jsonrpc", "2.0");
                answer.put("id", message.get("id").orElseThrow());
                answer.putAll(answer(message));
                out.println(Json.of(answer));
            }
        }
    }

    private Map<String, Object> answer(Json message) {
        return switch (message.get("method").orElseThrow().asString()) {
            case "initialize" -> Map.of("result", Map.of(
                    "protocolVersion", "2025-11-25",
                    "capabilities", Map.of("tools", Map.of()),
                    "serverInfo", Map.of("name", "workspace", "version", "1")));
            case "tools/list" -> Map.of("result", Map.of("tools", tools.stream().map(WorkspaceServer::listed).toList()));
            case "tools/call" -> Map.of("result", called(message.get("params").orElseThrow()));
            default -> Map.of("error", Map.of("code", -32601, "message", "no such method"));
        };
    }

    /** The names of this server are its own; what they are called by the host is the host's business. */
    private static Map<String, Object> listed(Tool<?, ?> tool) {
        return Map.of(
                "name", remote(tool),
                "description", tool.definition().description(),
                "inputSchema", tool.definition().inputSchema(),
                "annotations", Map.of("readOnlyHint", true));
    }

    private static String remote(Tool<?, ?> tool) {
        return tool.id().name().replace('.', '_');
    }

    private Object called(Json params) {
        String name = params.get("name").orElseThrow().asString();
        Tool<?, ?> tool = tools.stream().filter(each -> remote(each).equals(name)).findFirst().orElseThrow();
        try {
            return Map.of("content", List.of(), "structuredContent", result(tool, params.get("arguments").orElse(Json.EMPTY_OBJECT)));
        } catch (Exception e) {
            return Map.of("isError", true, "content", List.of(Map.of("type", "text", "text", String.valueOf(e.getMessage()))));
        }
    }

    private static <I, O> Json result(Tool<I, O> tool, Json arguments) throws Exception {
        ToolOutput<O> output = tool.invoker().invoke(tool.invoker().decode(arguments), FakeToolContext.create());
        Json result = tool.invoker().encodeResult(output.value(), true);
        if (result.get("expected").isEmpty()) {
            return result;
        }
        Map<String, Object> named = new LinkedHashMap<>(result.members());
        named.put("subject", WorkspaceTools.externalId(
                result.get("path").orElseThrow().asString(), result.get("expected").orElseThrow().asString()));
        return Json.of(named);
    }
}
