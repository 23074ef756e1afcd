package dev.harbor.parity;

import dev.harbor.flow.Flow;
import dev.harbor.flow.Node;
import dev.harbor.flow.Ref;
import dev.harbor.json.Json;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aTools;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpTool;
import dev.harbor.tools.mcp.McpBinding;
import dev.harbor.tools.mcp.McpTools;
import java.time.Duration;

/** Is a way to the {@link Desk}: each offers the same tool, named {@value #TOOL}, on a transport of its own. */
enum Road {
    IN_PROCESS(TransportKind.IN_PROCESS) {
        @Override
        Offer offer(Desk desk, SideEffect effect, ToolPolicy policy) {
            return Offer.of(code(TOOL, desk, effect, policy), () -> {});
        }
    },
    HTTP(TransportKind.HTTP) {
        @Override
        Offer offer(Desk desk, SideEffect effect, ToolPolicy policy) {
            HttpAccess access = HttpAccess.builder().allowLoopback().build();
            HttpTool tool = HttpTool.post(TOOL, desk.at("/plain").toString())
                    .input(Json.parse(SCHEMA))
                    .effect(effect)
                    .policy(policy)
                    .build();
            return Offer.of(tool.over(access), access);
        }
    },
    MCP(TransportKind.MCP) {
        @Override
        Offer offer(Desk desk, SideEffect effect, ToolPolicy policy) {
            McpBinding binding =
                    McpBinding.of("ask").id(ToolId.of(TOOL)).effect(effect).policy(policy);
            return Offer.of(
                    McpTools.http("desk", desk.at("/mcp")).allowLoopback().bind(binding), () -> {});
        }
    },
    A2A(TransportKind.A2A) {
        @Override
        Offer offer(Desk desk, SideEffect effect, ToolPolicy policy) {
            A2aAccess access = A2aAccess.builder().allowLoopback().build();
            A2aTools agent = A2aTools.agent("desk", desk.at("/agent").toString())
                    .access(access)
                    .rename("ask", TOOL)
                    .effect(effect)
                    .policy(policy)
                    .build();
            return Offer.of(agent, access);
        }
    },
    FLOW(TransportKind.FLOW) {
        @Override
        Offer offer(Desk desk, SideEffect effect, ToolPolicy policy) {
            Flow flow = Flow.builder(TOOL, Asked.class)
                    .add(Node.step("work", code("work", desk, effect, Road.policy()))
                            .with(Ref.input()))
                    .output("text", Ref.to("work", "/text"))
                    .deadline(Duration.ofSeconds(20))
                    .build();
            return Offer.of(flow.tool().policy(policy), () -> {});
        }
    };

    static final String TOOL = "desk_ask";

    static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},\"required\":[\"message\"]}";

    record Asked(String message) {}

    record Said(String text) {}

    private final TransportKind kind;

    Road(TransportKind kind) {
        this.kind = kind;
    }

    TransportKind kind() {
        return kind;
    }

    /** Makes the tool. */
    abstract Offer offer(Desk desk, SideEffect effect, ToolPolicy policy);

    private static Tool<Asked, Said> code(String name, Desk desk, SideEffect effect, ToolPolicy policy) {
        return Tool.of(name, Asked.class, Said.class, (asked, context) -> new Said(desk.here(asked.message(), context)))
                .effect(effect)
                .policy(policy);
    }

    static ToolPolicy policy() {
        return ToolPolicy.builder()
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .timeout(Duration.ofSeconds(20))
                .build();
    }
}
