package dev.harbor.benchmarks;

import java.util.function.Function;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallback;
import org.springframework.ai.tool.support.ToolDefinitions;

/** Spring AI: the same as a reflective call, or as a function over a record; checks no schema and has no policy. */
final class SpringAiCalls {

    private SpringAiCalls() {}

    static Call ofMethod(String method) {
        MethodToolCallback callback = MethodToolCallback.builder()
                .toolDefinition(ToolDefinitions.from(Methods.named(method)))
                .toolMethod(Methods.named(method))
                .toolObject(new Methods())
                .build();
        return callback::call;
    }

    static <I, O> Call ofFunction(Class<I> type, Function<I, O> code) {
        return FunctionToolCallback.builder("tool", code)
                .description("a tool")
                .inputType(type)
                .build()::call;
    }
}
