package dev.harbor.benchmarks;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.DefaultToolExecutor;

/** LangChain4j: parses, coerces, reflects, writes; checks no schema and has no policy. */
final class Langchain4jCalls {

    private Langchain4jCalls() {}

    static Call of(String method) {
        DefaultToolExecutor executor = new DefaultToolExecutor(new Methods(), Methods.named(method));
        return arguments -> executor.execute(request(method, arguments), "memory");
    }

    /** A model's answer is read into one of these for each call, so making it belongs to the call. */
    private static ToolExecutionRequest request(String method, String arguments) {
        return ToolExecutionRequest.builder()
                .id("call-1")
                .name(method)
                .arguments(arguments)
                .build();
    }
}
