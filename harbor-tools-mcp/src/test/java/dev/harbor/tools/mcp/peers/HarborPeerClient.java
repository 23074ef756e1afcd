package dev.harbor.tools.mcp.peers;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.mcp.McpLimits;
import dev.harbor.tools.mcp.McpSource;
import dev.harbor.tools.mcp.McpTools;
import dev.harbor.transport.SourceState;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Is our client, as a runtime uses it. */
final class HarborPeerClient implements PeerClient {

    static final Identity ADA = Identity.of("acme", "ada", "session-1");

    static final McpLimits LIMITS = new McpLimits(
            CONNECT, Duration.ofSeconds(1), Duration.ofSeconds(4), CALL, Duration.ofMillis(500), 32 << 20, 16, 512, 8);

    static final ToolPolicy POLICY = ToolPolicy.builder()
            .timeout(CALL.plusSeconds(1))
            .noRetry()
            .noBreaker()
            .build();

    @Override
    public String name() {
        return "Harbor";
    }

    @Override
    public Session stdio(List<String> command) {
        return new Connected(source(command));
    }

    static McpSource source(List<String> command) {
        return McpTools.stdio("peer", command.toArray(String[]::new))
                .limits(LIMITS)
                .policy(POLICY);
    }

    @Override
    public Session http(URI endpoint) {
        return new Connected(source(endpoint));
    }

    static McpSource source(URI endpoint) {
        return McpTools.http("peer", endpoint).allowLoopback().limits(LIMITS).policy(POLICY);
    }

    /** Is a runtime with one source. */
    static final class Connected implements Session {

        final McpSource source;
        final HarborRuntime runtime;

        /** Connects; throws if the source doesn't serve. */
        Connected(McpSource source) {
            this.source = source;
            runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .policy(POLICY)
                    .source(source)
                    .build();
            if (source.state() == SourceState.DOWN || source.state() == SourceState.STARTING) {
                String trouble = source.trouble().orElse("no reason");
                close();
                throw new IllegalStateException("refused: " + trouble);
            }
        }

        ToolOutcome<Json> outcome(String tool, String text) {
            return runtime.as(ADA).call("peer." + tool, Json.of(Map.of("text", text)));
        }

        @Override
        public String call(String tool, String text) throws OutcomeUnknown {
            ToolOutcome<Json> outcome = outcome(tool, text);
            if (outcome instanceof ToolOutcome.Unknown<Json> unknown) {
                throw new OutcomeUnknown(unknown.error().message());
            }
            return outcome.orThrow().toString();
        }

        @Override
        public void close() {
            runtime.close();
        }
    }
}
