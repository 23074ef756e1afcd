package dev.harbor.llm.langchain4j;

import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmUsage;
import dev.harbor.policy.ErrorClass;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns answers of LangChain4j into replies. Thoughts of the model and calls of its provider's own tools are left out. Immutable.
 *
 * @param prices what tokens cost
 */
record Replies(Prices prices) {

    static final Replies FREE = new Replies(new Prices(Map.of()));

    /**
     * Returns the reply.
     *
     * @param streamed whether it was streamed: a stream that ends without a reason was cut off, and what came of it is no answer
     */
    LlmReply of(ChatResponse response, boolean streamed) {
        FinishReason reason = response.finishReason();
        if (streamed && reason == null) {
            throw new LlmException(ErrorClass.TRANSIENT, "the stream of the model ended before its answer did", null);
        }
        String text = response.aiMessage().text();
        String model = response.modelName() == null ? "" : response.modelName();
        return new LlmReply(text == null ? "" : text, usage(response.tokenUsage(), model), name(reason), model);
    }

    private LlmUsage usage(@Nullable TokenUsage used, String model) {
        if (used == null) {
            return LlmUsage.NONE;
        }
        long input = count(used.inputTokenCount());
        long output = count(used.outputTokenCount());
        return new LlmUsage(input, output, prices.of(model).of(input, output));
    }

    private static long count(@Nullable Integer tokens) {
        return tokens == null ? 0 : Math.max(0, tokens);
    }

    private static String name(@Nullable FinishReason reason) {
        if (reason == null) {
            return "unknown";
        }
        return switch (reason) {
            case STOP -> "stop";
            case LENGTH -> "length";
            case TOOL_EXECUTION -> "tool_calls";
            case CONTENT_FILTER -> "content_filter";
            case OTHER -> "other";
        };
    }
}
