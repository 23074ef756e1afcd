package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.mcp.McpLimits;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpToolReport;
import dev.harbor.tools.mcp.McpTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Works with servers that others wrote, which this fetches by npm; run by {@code -Pinterop}. */
@Tag("interop")
final class NpmServersTest {

    private static final String EVERYTHING = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    private static final String FILESYSTEM = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";
    private static final String MEMORY = "node_modules/@modelcontextprotocol/server-memory/dist/index.js";
    private static final String THINKING =
            "node_modules/@modelcontextprotocol/server-sequential-thinking/dist/index.js";
    private static final String PDF = "node_modules/@modelcontextprotocol/server-pdf/dist/index.js";

    @TempDir
    Path folder;

    private static McpSource source(String script, String... arguments) throws Exception {
        return McpTools.stdio("peer", Npm.server(script, arguments).toArray(String[]::new))
                .limits(McpLimits.STANDARD);
    }

    private static HarborPeerClient.Connected connect(McpSource source) {
        return new HarborPeerClient.Connected(source);
    }

    private static Json call(HarborPeerClient.Connected peer, String tool, Map<String, Object> arguments) {
        ToolOutcome<Json> outcome = peer.runtime.as(HarborPeerClient.ADA).call("peer." + tool, Json.of(arguments));
        return outcome.orThrow();
    }

    private static List<String> registered(HarborPeerClient.Connected peer) {
        return peer.source.tools().stream()
                .filter(McpToolReport::isRegistered)
                .map(McpToolReport::remoteName)
                .toList();
    }

    private static void everything(HarborPeerClient.Connected peer) {
        assertThat(peer.source.protocolVersion()).contains("2025-11-25");
        assertThat(registered(peer)).hasSize(13).contains("echo", "get-structured-content", "get-tiny-image");
        assertThat(call(peer, "echo", Map.of("message", "Grüße 世界")).toString()).contains("Grüße 世界");
        assertThat(call(peer, "get-sum", Map.of("a", 2, "b", 40)).toString()).contains("42");
        assertThat(call(peer, "get-structured-content", Map.of("location", "New York"))
                        .toString())
                .contains("temperature");
        assertThat(call(peer, "get-tiny-image", Map.of()).toString()).contains("image/png");
        assertThat(call(peer, "get-resource-links", Map.of("count", 2)).toString())
                .contains("resource_link");
        assertThat(call(peer, "trigger-long-running-operation", Map.of("duration", 1, "steps", 4))
                        .toString())
                .contains("Duration: 1 seconds");
    }

    @Test
    void everything_overStdio_isListedAndCalled() throws Exception {
        try (HarborPeerClient.Connected peer = connect(source(EVERYTHING, "stdio"))) {
            everything(peer);
        }
    }

    @Test
    void everything_overHttp_isListedAndCalled() throws Exception {
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(Npm.server(EVERYTHING, "streamableHttp"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("everything.log").toFile());
        builder.environment().put("PORT", Integer.toString(port));
        Process server = builder.start();
        try {
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> listens(port));
            McpSource source = McpTools.http("peer", URI.create("http://127.0.0.1:" + port + "/mcp"))
                    .allowLoopback();
            try (HarborPeerClient.Connected peer = connect(source)) {
                everything(peer);
            }
        } finally {
            server.destroyForcibly();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void filesystem_readsAndWrites_withinItsFolder() throws Exception {
        Path real = folder.toRealPath();
        try (HarborPeerClient.Connected peer = connect(source(FILESYSTEM, real.toString()))) {
            assertThat(registered(peer)).hasSize(14);
            call(peer, "write_file", Map.of("path", real.resolve("a.txt").toString(), "content", "hello"));
            assertThat(real.resolve("a.txt")).hasContent("hello");
            assertThat(call(
                                    peer,
                                    "read_text_file",
                                    Map.of("path", real.resolve("a.txt").toString()))
                            .toString())
                    .contains("hello");
            assertThat(call(peer, "list_directory", Map.of("path", real.toString()))
                            .toString())
                    .contains("a.txt");
            assertThat(peer.runtime
                            .as(HarborPeerClient.ADA)
                            .call("peer.read_text_file", Json.of(Map.of("path", "/etc/passwd"))))
                    .isInstanceOf(ToolOutcome.Failure.class);
        }
    }

    @Test
    void memory_remembersInItsFile() throws Exception {
        Path file = folder.toRealPath().resolve("memory.jsonl");
        try (HarborPeerClient.Connected peer =
                connect(source(MEMORY).environment("MEMORY_FILE_PATH", file.toString()))) {
            assertThat(registered(peer)).hasSize(9);
            call(
                    peer,
                    "create_entities",
                    Map.of(
                            "entities",
                            List.of(Map.of(
                                    "name",
                                    "Ada",
                                    "entityType",
                                    "person",
                                    "observations",
                                    List.of("wrote the first program")))));
            assertThat(call(peer, "search_nodes", Map.of("query", "ada")).toString())
                    .contains("first program");
            assertThat(Files.readString(file)).contains("Ada");
        }
    }

    @Test
    void sequentialThinking_isCalled() throws Exception {
        try (HarborPeerClient.Connected peer = connect(source(THINKING))) {
            assertThat(registered(peer)).containsExactly("sequentialthinking");
            assertThat(call(
                                    peer,
                                    "sequentialthinking",
                                    Map.of(
                                            "thought",
                                            "one",
                                            "nextThoughtNeeded",
                                            false,
                                            "thoughtNumber",
                                            1,
                                            "totalThoughts",
                                            1))
                            .toString())
                    .contains("thoughtNumber");
        }
    }

    @Test
    void pdf_showsTheModelOnlyWhatIsForIt() throws Exception {
        try (HarborPeerClient.Connected peer = connect(source(PDF, "--stdio"))) {
            assertThat(peer.source.tools()).hasSize(9);
            assertThat(registered(peer)).hasSize(3).contains("list_pdfs");
            assertThat(call(peer, "list_pdfs", Map.of()).toString()).isNotEmpty();
        }
    }

    @Test
    void dualEra_isSpokenToInTheNewestVersion() throws Exception {
        try (HarborPeerClient.Connected peer = connect(source("dual.mjs"))) {
            assertThat(peer.source.protocolVersion()).contains("2026-07-28");
            assertThat(call(peer, "echo", Map.of("text", "hello")).toString()).contains("hello");
        }
    }
}
