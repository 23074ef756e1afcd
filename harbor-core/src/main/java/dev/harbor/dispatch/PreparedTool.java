package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactRef;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Violation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolInvoker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is a tool with all that is the same for its calls: its whole policy and the shell composed from it. */
public final class PreparedTool {

    private final Tool<?, ?> tool;
    private final ToolInvoker<Object, Object> invoker;
    private final ToolPolicy policy;
    private final AttemptShell shell;
    private final String name;
    private final boolean takesArtifacts;
    private final @Nullable JsonSchema strict;

    @SuppressWarnings("unchecked") // what decode returns is handed to invoke of the same invoker, and nothing else is
    PreparedTool(Tool<?, ?> tool, Services services) {
        this.tool = tool;
        this.invoker = (ToolInvoker<Object, Object>) tool.invoker();
        this.policy = tool.policy().orElse(services.defaults());
        this.shell = AttemptShell.of(tool.definition(), policy, services.shell());
        this.name = tool.id().toString();
        this.takesArtifacts = tool.definition().inputSchema().toString().contains(ArtifactRef.SPELLING);
        this.strict =
                tool.isStrict() ? JsonSchema.compileStrict(tool.definition().inputSchema()) : null;
    }

    /** Returns the tool. */
    public Tool<?, ?> tool() {
        return tool;
    }

    /** Returns what a planner may see of it. */
    public ToolDefinition definition() {
        return tool.definition();
    }

    ToolInvoker<Object, Object> invoker() {
        return invoker;
    }

    ToolPolicy policy() {
        return policy;
    }

    AttemptShell shell() {
        return shell;
    }

    /** Returns the shell in which the blocks of an answer are read; they are read by few tools, so none is kept. */
    AttemptShell blockShell(ShellServices services) {
        return AttemptShell.ofBlocks(tool.definition(), policy, services);
    }

    String name() {
        return name;
    }

    /** Returns what is wrong with arguments before the tool's own decoder sees them; empty for a tool that is not held to the strict subset. */
    List<Violation> strictViolations(Json arguments) {
        return strict == null ? List.of() : strict.validate(arguments);
    }

    boolean takesArtifacts() {
        return takesArtifacts;
    }
}
