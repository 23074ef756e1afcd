package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import dev.harbor.tools.mcp.McpBinding;
import dev.harbor.tools.mcp.McpEvidence;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpTools;
import dev.harbor.tools.mcp.McpToolsProvider;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.TransportConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page on MCP servers. */
final class ConnectAnMcpServerTest {

    private static final CredentialProvider VAULT = CredentialProvider.of(Map.of("TICKETS_TOKEN", "t0ken-of-tickets"));

    @TempDir
    Path directory;

    @Test
    void server_thatIsAProcess_isCalled() throws IOException {
        Path program = directory.resolve("NotesServer.java");
        try (InputStream source = Objects.requireNonNull(getClass().getResourceAsStream("/NotesServer.java"))) {
            Files.copy(source, program);
        }
        Files.writeString(directory.resolve("today.txt"), "buy milk");
        String folder = directory.toString();
        String[] command = {
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), program.toString()
        };
        // snippet: mcp-stdio
        McpSource notes = McpTools.stdio("notes", command)
                .environment("NOTES_FOLDER", folder) // the server sees this variable and no other
                .bind(McpBinding.of("read").effect(SideEffect.READ));
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .source(notes)
                .build()) {
            Caller ada = runtime.as(Identity.of("acme", "ada", "session-1"));
            Json text =
                    ada.call("notes.read", Json.parse("{\"name\": \"today\"}")).orThrow();
            // end
            assertThat(text).isEqualTo(Json.string("buy milk"));
            assertThat(runtime.sources()).containsEntry("notes", SourceState.READY);
        }
    }

    @Test
    void server_overHttp_isDescribed() {
        // snippet: mcp-http
        McpSource tickets = McpTools.http("tickets", URI.create("https://mcp.example/mcp"))
                .bearer("TICKETS_TOKEN") // the name of a credential, fetched for whoever calls
                .credentials(VAULT)
                .only("search", "create")
                .bind(
                        McpBinding.of("search").effect(SideEffect.READ),
                        McpBinding.of("create")
                                .id(ToolId.of("ticket.create"))
                                .effect(SideEffect.EXTERNAL)
                                .evidence(McpEvidence.observed("ticket").externalId("ticket.id")));
        // end
        assertThat(tickets.name()).isEqualTo("tickets");
        tickets.close();
    }

    @Test
    void source_isConfiguration() {
        // snippet: mcp-config
        TransportConfig config = new TransportConfig(TransportKind.MCP, "notes", Json.parse("""
                        {
                          "command": ["java", "NotesServer.java"],
                          "environment": {"NOTES_FOLDER": "/srv/notes"},
                          "inherit": ["PATH"],
                          "tools": {"read": {"effect": "read", "timeout_ms": 5000}}
                        }
                        """));
        ToolSource source = new McpToolsProvider().open(config);
        // end
        assertThat(source.name()).isEqualTo("notes");
        source.close();
    }
}
