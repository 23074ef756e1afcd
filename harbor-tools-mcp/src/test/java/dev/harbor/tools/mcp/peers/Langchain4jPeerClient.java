package dev.harbor.tools.mcp.peers;

import dev.harbor.json.Json;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Is the client of LangChain4j. */
final class Langchain4jPeerClient implements PeerClient {

    @Override
    public String name() {
        return "LangChain4j";
    }

    @Override
    public Session stdio(List<String> command) {
        return connect(StdioMcpTransport.builder().command(command).build());
    }

    @Override
    public Session http(URI endpoint) {
        return connect(StreamableHttpMcpTransport.builder()
                .url(endpoint.toString())
                .timeout(CONNECT)
                .setHttpVersion1_1()
                .build());
    }

    private static Session connect(McpTransport transport) {
        try {
            McpClient client = DefaultMcpClient.builder()
                    .transport(transport)
                    .initializationTimeout(CONNECT)
                    .toolExecutionTimeout(CALL)
                    .build();
            return listed(client);
        } catch (RuntimeException e) {
            closeQuietly(transport);
            throw e;
        }
    }

    private static Session listed(McpClient client) {
        client.listTools();
        return new Connected(client);
    }

    private static void closeQuietly(McpTransport transport) {
        try {
            transport.close();
        } catch (java.io.IOException | RuntimeException e) {
            throw new IllegalStateException("it can't be closed", e);
        }
    }

    private record Connected(McpClient client) implements Session {

        @Override
        public String call(String tool, String text) {
            ToolExecutionResult result = client.executeTool(ToolExecutionRequest.builder()
                    .id("1")
                    .name(tool)
                    .arguments(Json.of(Map.of("text", text)).toString())
                    .build());
            if (result.isError() || result.resultText().contains("timeout")) {
                throw new IllegalStateException(result.resultText());
            }
            return result.resultText();
        }

        @Override
        public void close() throws Exception {
            client.close();
        }
    }
}
