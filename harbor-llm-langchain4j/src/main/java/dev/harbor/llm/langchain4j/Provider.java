package dev.harbor.llm.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;

/** Is a model of either kind. Immutable. */
sealed interface Provider {

    /** Asks, and tells the exchange what comes. May block. */
    void ask(ChatRequest request, Exchange exchange);

    /** Tells whether it tells pieces. */
    boolean streams();

    /** Returns the same model with other prices. */
    Provider with(Replies replies);

    /** Answers as a whole. */
    record Whole(ChatModel model, Replies replies) implements Provider {

        @Override
        public void ask(ChatRequest request, Exchange exchange) {
            exchange.answer(replies.of(model.chat(request), false));
        }

        @Override
        public boolean streams() {
            return false;
        }

        @Override
        public Provider with(Replies other) {
            return new Whole(model, other);
        }
    }

    /** Answers piece by piece. */
    record Streaming(StreamingChatModel model, Replies replies) implements Provider {

        @Override
        public void ask(ChatRequest request, Exchange exchange) {
            model.chat(request, new Hearing(exchange, replies));
        }

        @Override
        public boolean streams() {
            return true;
        }

        @Override
        public Provider with(Replies other) {
            return new Streaming(model, other);
        }
    }

    /** Hears what a streaming model says. Its thoughts are heard only to be able to end it. */
    record Hearing(Exchange exchange, Replies replies) implements StreamingChatResponseHandler {

        @Override
        public void onPartialResponse(String piece) {
            exchange.piece(piece);
        }

        @Override
        public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
            exchange.abortWith(context.streamingHandle()::cancel);
            exchange.piece(piece.text());
        }

        @Override
        public void onPartialThinking(PartialThinking thought, PartialThinkingContext context) {
            exchange.abortWith(context.streamingHandle()::cancel);
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            try {
                exchange.answer(replies.of(response, true));
            } catch (RuntimeException e) {
                exchange.failed(e);
            }
        }

        @Override
        public void onError(Throwable error) {
            exchange.failed(error);
        }
    }
}
