package dev.harbor.benchmarks.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.message.ToolUseBlock;
import io.agentscope.core.tool.ToolCallParam;
import io.agentscope.core.tool.Toolkit;
import java.time.Duration;
import java.util.Map;

/** AgentScope alone. It takes a map beside the text, which is read with Jackson's defaults, as its model clients do. */
final class AgentScope implements Framework {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "AgentScope 2.0.0";
    }

    @Override
    public Called call(Object tools, String arguments) throws Exception {
        Toolkit toolkit = new Toolkit();
        try {
            toolkit.registerTool(tools);
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        Map<String, Object> read = MAPPER.readValue(arguments, new TypeReference<Map<String, Object>>() {});
        ToolUseBlock use = new ToolUseBlock("c1", "call", read, arguments, Map.of());
        ToolCallParam call =
                ToolCallParam.builder().toolUseBlock(use).input(read).build();
        ToolResultBlock result = toolkit.callTool(call).block(PATIENCE);
        String text = result == null ? "nothing" : String.valueOf(result.getOutput());
        return new Called(text.contains("Error"), text);
    }
}
