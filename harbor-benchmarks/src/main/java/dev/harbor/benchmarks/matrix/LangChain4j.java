package dev.harbor.benchmarks.matrix;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolService;
import java.util.List;

/** LangChain4j alone: what its AI services register tools and execute calls with, as it comes. */
final class LangChain4j implements Framework {

    @Override
    public String name() {
        return "LangChain4j 1.19.0";
    }

    @Override
    public Called call(List<Object> tools, String arguments) throws Refused {
        ToolService service = new ToolService();
        try {
            service.tools(tools);
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        ToolExecutionRequest request = ToolExecutionRequest.builder()
                .id("c1")
                .name(Row.TOOL)
                .arguments(arguments)
                .build();
        InvocationContext context =
                InvocationContext.builder().chatMemoryId("memory").build();
        ToolExecutionResult result =
                service.executeTool(context, service.toolExecutors(), request, before -> {}, after -> {});
        return new Called(result.isError(), result.resultText());
    }
}
