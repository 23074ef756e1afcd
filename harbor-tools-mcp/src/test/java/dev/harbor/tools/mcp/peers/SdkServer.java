package dev.harbor.tools.mcp.peers;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;

/** Is a server made with the official SDK: over stdio as a program, over HTTP within this process. */
public final class SdkServer implements AutoCloseable {

    private static final ServerCapabilities CAPABILITIES =
            ServerCapabilities.builder().tools(true).build();
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Tomcat tomcat;
    private final McpSyncServer server;

    private SdkServer(Tomcat tomcat, McpSyncServer server) {
        this.tomcat = tomcat;
        this.server = server;
    }

    /** Serves over stdio until the input ends. */
    public static void main(String[] args) {
        AtomicReference<McpSyncServer> self = new AtomicReference<>();
        self.set(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("sdk-server", "2.2.0")
                .capabilities(CAPABILITIES)
                .requestTimeout(LONG)
                .tools(tools(self))
                .build());
    }

    static SdkServer http(Path folder) throws LifecycleException {
        HttpServletStreamableServerTransportProvider transport = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .build();
        AtomicReference<McpSyncServer> self = new AtomicReference<>();
        self.set(McpServer.sync((McpStreamableServerTransportProvider) transport)
                .serverInfo("sdk-server", "2.2.0")
                .capabilities(CAPABILITIES)
                .requestTimeout(LONG)
                .tools(tools(self))
                .build());
        return new SdkServer(serve(transport, folder), self.get());
    }

    private static Tomcat serve(HttpServletStreamableServerTransportProvider transport, Path folder)
            throws LifecycleException {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        Context context = tomcat.addContext("", folder.toString());
        Wrapper servlet = Tomcat.addServlet(context, "mcp", transport);
        servlet.setAsyncSupported(true);
        context.addServletMappingDecoded("/mcp", "mcp");
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.start();
        return tomcat;
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/mcp");
    }

    private static List<SyncToolSpecification> tools(AtomicReference<McpSyncServer> self) {
        return List.of(
                tool(
                        "echo",
                        "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}",
                        (exchange, call) -> text(String.valueOf(call.arguments().get("text")))),
                new SyncToolSpecification(sum(), (exchange, call) -> sum(call)),
                tool("count", OBJECT, SdkServer::count),
                tool(
                        "picture",
                        OBJECT,
                        (exchange, call) -> CallToolResult.builder()
                                .addTextContent("a picture")
                                .addContent(ImageContent.builder("AQID", "image/png")
                                        .build())
                                .build()),
                tool(
                        "fail",
                        OBJECT,
                        (exchange, call) -> CallToolResult.builder()
                                .addTextContent("disk full")
                                .isError(true)
                                .build()),
                tool("ask", OBJECT, SdkServer::ask),
                tool("grow", OBJECT, (exchange, call) -> {
                    self.get().addTool(tool("grown", OBJECT, (any, other) -> text("grown up")));
                    return text("grown");
                }));
    }

    private static final String OBJECT = "{\"type\":\"object\"}";

    private static SyncToolSpecification tool(
            String name, String schema, BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        return new SyncToolSpecification(
                Tool.builder(name, McpJsonDefaults.getMapper(), schema)
                        .description("Tool " + name)
                        .build(),
                handler);
    }

    private static Tool sum() {
        return Tool.builder(
                        "sum",
                        McpJsonDefaults.getMapper(),
                        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"integer\"}},\"required\":[\"a\",\"b\"]}")
                .outputSchema(
                        McpJsonDefaults.getMapper(),
                        "{\"type\":\"object\",\"properties\":{\"sum\":{\"type\":\"integer\"}},\"required\":[\"sum\"]}")
                .build();
    }

    private static CallToolResult sum(CallToolRequest call) {
        int sum = ((Number) call.arguments().get("a")).intValue()
                + ((Number) call.arguments().get("b")).intValue();
        return CallToolResult.builder()
                .structuredContent(Map.of("sum", sum))
                .addTextContent("{\"sum\":" + sum + "}")
                .build();
    }

    private static CallToolResult count(McpSyncServerExchange exchange, CallToolRequest call) {
        Object token = call.meta() == null ? null : call.meta().get("progressToken");
        if (token == null) {
            return text("nobody listens");
        }
        for (int i = 1; i <= 3; i++) {
            exchange.progressNotification(
                    ProgressNotification.builder(token, i).total(3.0).build());
        }
        return text("counted to 3");
    }

    private static CallToolResult ask(McpSyncServerExchange exchange, CallToolRequest call) {
        ElicitResult answer = exchange.createElicitation(ElicitFormRequest.builder(
                        "Which colour?",
                        Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of("colour", Map.of("type", "string")),
                                "required",
                                List.of("colour")))
                .build());
        return text(answer.action() + " "
                + (answer.content() == null ? "" : answer.content().get("colour")));
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    @Override
    public void close() throws LifecycleException {
        server.close();
        tomcat.stop();
        tomcat.destroy();
    }
}
