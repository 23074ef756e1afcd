package dev.harbor.benchmarks.matrix;

import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** Spring AI alone. Its tool-calling manager tells a model of a {@code ToolExecutionException} with an unchecked cause, and lets everything else through. */
final class SpringAi implements Framework {

    @Override
    public String name() {
        return "Spring AI 2.0.1";
    }

    @Override
    public Called call(Object tools, String arguments) throws Exception {
        ToolCallback callback;
        try {
            callback = ToolCallbacks.from(tools)[0];
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        try {
            return new Called(false, callback.call(arguments));
        } catch (ToolExecutionException e) {
            if (e.getCause() instanceof RuntimeException) {
                return new Called(true, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }
}
