package dev.harbor.llm;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what a model is asked. It has no tools and no tool choice: the runtime dispatches, not the provider.
 *
 * <p>Immutable.
 *
 * @param messages what was said so far, one message or more
 * @param responseFormat the form of the answer
 * @param maxOutputTokens the most tokens of the answer, 1 or more
 * @param temperature 0 to 2
 * @param model the model's name, or null for the client's own
 */
public record LlmRequest(
        List<Message> messages,
        ResponseFormat responseFormat,
        int maxOutputTokens,
        double temperature,
        @Nullable String model) {

    /** The most tokens of an answer when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_OUTPUT_TOKENS = 4096;

    /**
     * Checks the bounds and copies the list.
     *
     * @throws IllegalArgumentException if a bound is broken; the message names it
     */
    public LlmRequest {
        messages = List.copyOf(messages);
        Objects.requireNonNull(responseFormat, "responseFormat");
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a request has one message or more");
        }
        if (maxOutputTokens < 1) {
            throw new IllegalArgumentException("maxOutputTokens must be 1 or more, got " + maxOutputTokens);
        }
        if (!(temperature >= 0 && temperature <= 2)) {
            throw new IllegalArgumentException("temperature must be 0 to 2, got " + temperature);
        }
    }

    /** Returns a request for text at temperature 0. */
    public static LlmRequest of(List<Message> messages) {
        return new LlmRequest(messages, ResponseFormat.TEXT, DEFAULT_MAX_OUTPUT_TOKENS, 0, null);
    }

    /** Returns this request with other messages. */
    public LlmRequest messages(List<Message> newMessages) {
        return new LlmRequest(newMessages, responseFormat, maxOutputTokens, temperature, model);
    }

    /** Returns this request with another form of answer. */
    public LlmRequest responseFormat(ResponseFormat newFormat) {
        return new LlmRequest(messages, newFormat, maxOutputTokens, temperature, model);
    }
}
