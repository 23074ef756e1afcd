package dev.harbor.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.harness.Desk.Ran;
import dev.harbor.json.Json;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The workspace behind an MCP server: the host's bindings say what its tools do and which claims they make. */
@Timeout(120)
final class RemoteWorkspaceTest {

    @TempDir
    Path place;

    private Desk desk(Map<String, Object> tools) throws Exception {
        Desk desk = Desk.at(place);
        Path workspace = Files.createDirectories(place.resolve("workspace"));
        Map<String, Object> server = new LinkedHashMap<>();
        server.put("command", List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "@" + arguments(),
                WorkspaceServer.class.getName(),
                workspace.toString()));
        server.put("server", "workspace");
        server.put("tools", tools);
        Json mcp = Json.of(Map.of("box", server));
        desk.config("\"schemaVersion\": 1,", "\"schemaVersion\": 1,\n  \"mcp\": " + mcp + ",");
        return desk;
    }

    /** A class path may be longer than an argument. */
    private Path arguments() throws Exception {
        String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(each -> each.replace("\\", "\\\\"))
                .collect(Collectors.joining(File.pathSeparator));
        return Files.writeString(place.resolve("arguments"), "-cp \"" + path + "\"\n");
    }

    @Test
    void run_overARemoteWorkspace_endsInActionVerified() throws Exception {
        Desk desk = desk(Map.of(
                "workspace_write", Map.of(
                        "name", WorkspaceTools.WRITE,
                        "effect", "write",
                        "evidence", Map.of("type", "action", "external_id", "externalId")),
                "workspace_verify", Map.of(
                        "name", WorkspaceTools.VERIFY,
                        "effect", "read",
                        "evidence", Map.of("type", "verification", "subject", "subject", "status", "passed"))));
        Ran ran = desk.run();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.text("/run/reason")).isEqualTo("action_verified");
        assertThat(desk.written()).content().isEqualTo(Desk.CONTENT);
    }

    @Test
    void withoutBindings_theServersHintsGiveNeitherEffectNorEvidence() throws Exception {
        Desk desk = desk(Map.of(
                "workspace_write", Map.of("name", WorkspaceTools.WRITE),
                "workspace_verify", Map.of("name", WorkspaceTools.VERIFY)));
        Ran ran = desk.run();
        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(desk.written()).doesNotExist();
    }

    @Test
    void serverThatIsWrong_isRefusedBeforeARunBegins() {
        Desk desk = Desk.at(place);
        desk.config("\"schemaVersion\": 1,", "\"schemaVersion\": 1,\n  \"mcp\": {\"box\": {\"command\": []}},");
        Ran ran = desk.run();
        assertThat(ran.exitCode()).isEqualTo(1);
        assertThat(ran.err()).contains("/mcp/box");
    }
}
