package dev.harbor.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.adk.tools.FunctionTool;
import java.util.Map;

/** Google's ADK: takes a map and gives a map, so the reading and the writing of the text are added here with Jackson. */
final class AdkCalls {

    private static final ObjectReader READER =
            JsonMapper.builder().build().readerFor(new TypeReference<Map<String, Object>>() {});
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer();

    private AdkCalls() {}

    static Call of(String method) {
        FunctionTool tool = FunctionTool.create(new Methods(), Methods.named(method));
        return arguments -> write(tool.runAsync(read(arguments), null).blockingGet());
    }

    private static Map<String, Object> read(String arguments) {
        try {
            return READER.readValue(arguments);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String write(Map<String, Object> result) {
        try {
            return WRITER.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
