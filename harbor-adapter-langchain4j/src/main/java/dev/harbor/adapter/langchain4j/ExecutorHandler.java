package dev.harbor.adapter.langchain4j;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.annotation.ToolMarks;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls an executor of LangChain4j. Thread-safe if the executor is. */
final class ExecutorHandler implements ToolHandler<Json, ToolOutput<Json>> {

    private final String name;
    private final ToolExecutor executor;

    ExecutorHandler(String name, ToolExecutor executor) {
        this.name = name;
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    @Override
    public ToolOutput<Json> call(Json arguments, ToolContext context) {
        ToolExecutionResult result = executor.executeWithContext(request(arguments, context), invocation(context));
        if (result.isError()) {
            throw ToolFailed.permanent(String.valueOf(result.resultText()));
        }
        return ToolOutput.of(json(result.resultText()));
    }

    private ToolExecutionRequest request(Json arguments, ToolContext context) {
        return ToolExecutionRequest.builder()
                .id(context.callId())
                .name(name)
                .arguments(arguments.toString())
                .build();
    }

    private static InvocationContext invocation(ToolContext context) {
        return InvocationContext.builder()
                .chatMemoryId(context.identity().session())
                .invocationParameters(InvocationParameters.from(ToolMarks.members(context)))
                .build();
    }

    /** LangChain4j writes objects and lists as JSON, and a text as it is: one that looks like a number must stay a text. */
    private static Json json(@Nullable String text) {
        if (text == null) {
            return Json.NULL;
        }
        String said = text.strip();
        return said.startsWith("{") || said.startsWith("[") ? parsed(said, text) : Json.of(text);
    }

    private static Json parsed(String said, String whole) {
        try {
            return Json.parse(said);
        } catch (MalformedJsonException e) {
            return Json.of(whole);
        }
    }
}
