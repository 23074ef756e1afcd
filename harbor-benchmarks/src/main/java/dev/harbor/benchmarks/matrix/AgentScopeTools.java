package dev.harbor.benchmarks.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.message.ToolUseBlock;
import io.agentscope.core.tool.ToolCallParam;
import io.agentscope.core.tool.Toolkit;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What {@link AgentScope} loads apart. It takes a map, which is what Jackson reads by default. */
public final class AgentScopeTools implements Framework {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Is made by a class loader of another kind. */
    public AgentScopeTools() {}

    @Override
    public String name() {
        return "AgentScope";
    }

    @Override
    public Called call(List<Object> tools, String arguments) throws Exception {
        Toolkit toolkit = new Toolkit();
        try {
            tools.forEach(toolkit::registerTool);
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        Map<String, Object> read = MAPPER.readValue(arguments, new TypeReference<Map<String, Object>>() {});
        ToolUseBlock use = new ToolUseBlock("c1", Row.TOOL, read, arguments, Map.of());
        ToolCallParam call =
                ToolCallParam.builder().toolUseBlock(use).input(read).build();
        ToolResultBlock result = toolkit.callTool(call).block(PATIENCE);
        String text = result == null ? "nothing" : String.valueOf(result.getOutput());
        // Its state says RUNNING whatever happened.
        return new Called(text.contains("Error"), text);
    }
}
