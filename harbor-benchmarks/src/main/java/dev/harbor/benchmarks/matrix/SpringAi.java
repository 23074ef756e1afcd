package dev.harbor.benchmarks.matrix;

import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.execution.DefaultToolExecutionExceptionProcessor;
import org.springframework.ai.tool.execution.ToolExecutionExceptionProcessor;

/** Spring AI alone: its manager of tool calls, as it comes. */
final class SpringAi implements Framework {

    @Override
    public String name() {
        return "Spring AI 2.0.1";
    }

    @Override
    public Called call(List<Object> tools, String arguments) throws Refused {
        ToolCallback[] callbacks;
        try {
            callbacks = ToolCallbacks.from(tools.toArray());
        } catch (RuntimeException | StackOverflowError e) {
            throw new Refused(e);
        }
        List<String> errors = new ArrayList<>();
        List<Message> history = DefaultToolCallingManager.builder()
                .toolExecutionExceptionProcessor(noting(errors))
                .build()
                .executeToolCalls(prompt(callbacks), answer(arguments))
                .conversationHistory();
        ToolResponseMessage last = (ToolResponseMessage) history.get(history.size() - 1);
        return new Called(!errors.isEmpty(), last.getResponses().get(0).responseData());
    }

    /** Does what is done when nothing is said, and says that it was done. */
    private static ToolExecutionExceptionProcessor noting(List<String> errors) {
        ToolExecutionExceptionProcessor standard =
                DefaultToolExecutionExceptionProcessor.builder().build();
        return thrown -> {
            String told = standard.process(thrown);
            errors.add(told);
            return told;
        };
    }

    private static Prompt prompt(ToolCallback... callbacks) {
        return new Prompt(
                "go", ToolCallingChatOptions.builder().toolCallbacks(callbacks).build());
    }

    private static ChatResponse answer(String arguments) {
        AssistantMessage.ToolCall call = new AssistantMessage.ToolCall("c1", "function", Row.TOOL, arguments);
        return new ChatResponse(List.of(new Generation(
                AssistantMessage.builder().content("").toolCalls(List.of(call)).build())));
    }
}
