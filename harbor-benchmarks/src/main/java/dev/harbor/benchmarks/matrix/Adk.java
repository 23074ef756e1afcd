package dev.harbor.benchmarks.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.adk.tools.FunctionTool;
import java.util.List;
import java.util.Map;

/** Google's ADK alone. It takes a map, which is what Jackson reads by default. */
final class Adk implements Framework {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public String name() {
        return "ADK 1.8.0";
    }

    @Override
    public boolean readsText() {
        return false;
    }

    @Override
    public boolean takesSeveral() {
        return false;
    }

    @Override
    public Called call(List<Object> tools, String arguments) throws Exception {
        FunctionTool tool;
        try {
            tool = FunctionTool.create(tools.get(0), Framework.method(tools.get(0)));
            tool.declaration();
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        Map<String, Object> read = MAPPER.readValue(arguments, new TypeReference<Map<String, Object>>() {});
        Map<String, Object> result = tool.runAsync(read, null).blockingGet();
        return new Called("error".equals(result.get("status")), result.toString());
    }
}
