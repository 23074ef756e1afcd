package dev.harbor.benchmarks.matrix;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.service.tool.DefaultToolExecutor;

/** LangChain4j alone. */
final class LangChain4j implements Framework {

    @Override
    public String name() {
        return "LangChain4j 1.19.0";
    }

    @Override
    public Called call(Object tools, String arguments) throws Exception {
        DefaultToolExecutor executor;
        try {
            ToolSpecifications.toolSpecificationsFrom(tools);
            executor = new DefaultToolExecutor(tools, Framework.method(tools));
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        ToolExecutionRequest request = ToolExecutionRequest.builder()
                .id("c1")
                .name("call")
                .arguments(arguments)
                .build();
        return new Called(false, executor.execute(request, "memory"));
    }
}
