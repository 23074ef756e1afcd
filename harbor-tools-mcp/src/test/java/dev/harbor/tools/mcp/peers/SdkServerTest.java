package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.ethlo.time.ITU;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.networknt.schema.SchemaRegistry;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.pause.Resolution;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpTools;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.catalina.startup.Tomcat;
import org.awaitility.Awaitility;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Works with a server that is made with the official SDK, over both transports. */
final class SdkServerTest {

    @TempDir
    Path folder;

    private interface Use {

        void of(McpSource source, Caller caller) throws Exception;
    }

    private static void overStdio(Use use) throws Exception {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                SdkServer.class.getName());
        McpSource source = McpTools.stdio("sdk", command.toArray(String[]::new)).environment("CLASSPATH", classes());
        with(source, use);
    }

    private static String classes() {
        return ClassPath.of(
                SdkServer.class,
                McpServer.class,
                McpJsonDefaults.getMapper().getClass(),
                JsonMapper.class,
                JsonFactory.class,
                JsonProperty.class,
                Mono.class,
                Publisher.class,
                SchemaRegistry.class,
                ITU.class,
                Tomcat.class,
                Logger.class,
                NullMarked.class);
    }

    private void overHttp(Use use) throws Exception {
        try (SdkServer server = SdkServer.http(folder)) {
            with(McpTools.http("sdk", server.endpoint()).allowLoopback(), use);
        }
    }

    private void overBoth(Use use) throws Exception {
        overStdio(use);
        overHttp(use);
    }

    private static void with(McpSource described, Use use) throws Exception {
        McpSource source = described.elicitation();
        try (HarborRuntime runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(InMemoryJournal.create())
                .source(source)
                .build()) {
            assertThat(source.trouble()).isEmpty();
            use.of(source, runtime.as(HarborPeerClient.ADA));
        }
    }

    private static String said(ToolOutcome<Json> outcome) {
        return outcome.orThrow().toString();
    }

    @Test
    void echo_ofTextInManyScripts_comesBack() throws Exception {
        overBoth((source, caller) -> assertThat(caller.call("sdk.echo", Json.of(Map.of("text", "Grüße 世界 🙂")))
                        .orThrow())
                .isEqualTo(Json.string("Grüße 世界 🙂")));
    }

    @Test
    void structuredContent_isTheResult() throws Exception {
        overBoth((source, caller) -> assertThat(
                        caller.call("sdk.sum", Json.of(Map.of("a", 2, "b", 40))).orThrow())
                .isEqualTo(Json.parse("{\"sum\":42}")));
    }

    @Test
    void picture_isAnAttachment() throws Exception {
        overBoth((source, caller) -> {
            ToolOutcome<Json> outcome = caller.call("sdk.picture", Json.EMPTY_OBJECT);
            assertThat(said(outcome)).contains("a picture").contains("image/png");
        });
    }

    @Test
    void toolError_isAFailure_andKnown() throws Exception {
        overBoth((source, caller) -> {
            ToolOutcome<Json> outcome = caller.call("sdk.fail", Json.EMPTY_OBJECT);
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            ToolOutcome.Failure.class,
                            failure -> assertThat(failure.error().message()).contains("disk full"));
        });
    }

    @Test
    void progress_isTakenInTheMidstOfACall() throws Exception {
        overBoth((source, caller) ->
                assertThat(said(caller.call("sdk.count", Json.EMPTY_OBJECT))).contains("counted to 3"));
    }

    @Test
    void changedList_isACatalogOfTheNextTurn() throws Exception {
        overBoth((source, caller) -> {
            assertThat(said(caller.call("sdk.grow", Json.EMPTY_OBJECT))).contains("grown");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> caller.tools().stream()
                            .anyMatch(tool -> tool.id().name().equals("sdk.grown")));
            assertThat(said(caller.call("sdk.grown", Json.EMPTY_OBJECT))).contains("grown up");
        });
    }

    @Test
    void question_isAPause_andItsAnswerGoesToTheServer() throws Exception {
        overBoth((source, caller) -> {
            ToolOutcome<Json> outcome = caller.call("sdk.ask", Json.EMPTY_OBJECT);
            assertThat(outcome).isInstanceOf(ToolOutcome.Paused.class);
            String token = ((ToolOutcome.Paused<Json>) outcome).token();
            assertThat(caller.pause(token).orElseThrow().reason()).isNotNull();
            Json answer = Json.of(Map.of("action", "accept", "content", Map.of("colour", "green")));
            ResolvedPause resolved = caller.resolvePause(token, Resolution.resume("ada", answer));
            Objects.requireNonNull(resolved.run()).await(Duration.ofSeconds(30));
            assertThat(caller.run(resolved.runId()).orElseThrow().toString()).contains("green");
        });
    }
}
