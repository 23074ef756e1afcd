package dev.harbor.benchmarks.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.adk.tools.FunctionTool;
import java.util.Map;

/** Google's ADK alone. It takes a map, so the text is read with Jackson's defaults, as its model clients do. */
final class Adk implements Framework {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public String name() {
        return "ADK 1.8.0";
    }

    @Override
    public Called call(Object tools, String arguments) throws Exception {
        FunctionTool tool;
        try {
            tool = FunctionTool.create(tools, Framework.method(tools));
            tool.declaration();
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        Map<String, Object> read = MAPPER.readValue(arguments, new TypeReference<Map<String, Object>>() {});
        Map<String, Object> result = tool.runAsync(read, null).blockingGet();
        return new Called("error".equals(result.get("status")), result.toString());
    }
}
