package dev.harbor.tools.mcp.peers;

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

/** Is the client of the official SDK that servers of today need. */
final class SdkPeerClient implements PeerClient {

    @Override
    public String name() {
        return "SDK";
    }

    @Override
    public Session stdio(List<String> command) {
        ServerParameters parameters = ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        return connect(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()));
    }

    @Override
    public Session http(URI endpoint) {
        return connect(
                HttpClientStreamableHttpTransport.builder(endpoint.resolve("/").toString())
                        .endpoint(endpoint.getPath())
                        .connectTimeout(CONNECT)
                        .build());
    }

    private static Session connect(McpClientTransport transport) {
        McpSyncClient client = McpClient.sync(transport)
                .initializationTimeout(CONNECT)
                .requestTimeout(CALL)
                .build();
        try {
            client.initialize();
            client.listTools();
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
        return new Connected(client);
    }

    private record Connected(McpSyncClient client) implements Session {

        @Override
        public String call(String tool, String text) {
            McpSchema.CallToolResult result = client.callTool(McpSchema.CallToolRequest.builder(tool)
                    .arguments(Map.of("text", text))
                    .build());
            if (Boolean.TRUE.equals(result.isError())) {
                throw new IllegalStateException("isError: " + result.content());
            }
            return result.content().toString();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
