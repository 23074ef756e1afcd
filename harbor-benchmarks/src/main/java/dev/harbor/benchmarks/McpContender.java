package dev.harbor.benchmarks;

import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpTools;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Calls tools of an MCP server. */
public enum McpContender {
    /** A source of a runtime, with the whole contract around a call. */
    HARBOR {
        @Override
        Open stdio(List<String> command) {
            return open(McpTools.stdio("peer", command.toArray(String[]::new)));
        }

        @Override
        Open http(URI endpoint) {
            return open(McpTools.http("peer", endpoint).allowLoopback());
        }
    },
    /** The client of the official SDK. */
    SDK {
        @Override
        Open stdio(List<String> command) {
            ServerParameters parameters = ServerParameters.builder(command.get(0))
                    .args(command.subList(1, command.size()))
                    .build();
            return open(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()));
        }

        @Override
        Open http(URI endpoint) {
            return open(HttpClientStreamableHttpTransport.builder(
                            endpoint.resolve("/").toString())
                    .endpoint("/mcp")
                    .build());
        }
    };

    private static final String NOT_QUEUED = "Failed to enqueue";

    /** Is a connection. */
    interface Open extends AutoCloseable {

        /** Returns how many characters the answer has at least. */
        int call(String tool, String text);

        @Override
        void close();
    }

    abstract Open stdio(List<String> command);

    abstract Open http(URI endpoint);

    private static Open open(McpSource source) {
        HarborRuntime runtime = HarborCalls.runtime(source);
        Caller caller = runtime.as(HarborCalls.ADA);
        return new Open() {

            @Override
            public int call(String tool, String text) {
                Json answer = caller.call("peer." + tool, Json.of(Map.of("text", text)))
                        .orThrow();
                return answer.sizeBytes();
            }

            @Override
            public void close() {
                runtime.close();
            }
        };
    }

    private static Open open(McpClientTransport transport) {
        McpSyncClient client = McpClient.sync(transport).build();
        client.initialize();
        client.listTools();
        return new Open() {

            @Override
            public int call(String tool, String text) {
                McpSchema.CallToolResult result = sent(McpSchema.CallToolRequest.builder(tool)
                        .arguments(Map.of("text", text))
                        .build());
                return ((McpSchema.TextContent) result.content().get(0)).text().length();
            }

            /** Its queue refuses now and then what comes from two threads at one time: whoever uses it tries again. */
            private McpSchema.CallToolResult sent(McpSchema.CallToolRequest request) {
                while (true) {
                    try {
                        return client.callTool(request);
                    } catch (RuntimeException e) {
                        if (!String.valueOf(e.getMessage()).contains(NOT_QUEUED)) {
                            throw e;
                        }
                        Thread.onSpinWait();
                    }
                }
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
