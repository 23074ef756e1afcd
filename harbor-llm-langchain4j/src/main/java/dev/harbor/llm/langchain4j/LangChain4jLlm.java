package dev.harbor.llm.langchain4j;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Asks any chat model of LangChain4j. It is given messages and a form of answer, never tools: the runtime dispatches, not the provider. Each request runs on a
 * thread of its own, so that a cancellation, a deadline or an interrupt ends the call at once, whatever the provider's client does.
 *
 * <pre>{@code
 * LlmClient model = LangChain4jLlm.builder(OpenAiStreamingChatModel.builder()...build())
 *         .price("gpt-", new ModelPrice(2_500_000, 10_000_000))
 *         .build();
 * }</pre>
 *
 * <p>Give the model of LangChain4j no retries of its own ({@code maxRetries(0)}): retries, rate limit and breaker are those of the policy that the runtime is given
 * with the client.
 *
 * <p>Thread-safe, if the model is.
 */
public final class LangChain4jLlm implements LlmClient {

    /** The size of the largest media that are shown to a model, when nothing is said: 5 MB, the least that a large provider takes. */
    public static final long DEFAULT_MAX_MEDIA_BYTES = 5_000_000;

    private final Provider provider;
    private final Requests requests;
    private final UnaryOperator<ChatRequest> customizer;
    private final Clock clock;
    private final @Nullable Duration maxSilence;

    private LangChain4jLlm(Builder from) {
        this.provider = from.provider.with(new Replies(new Prices(from.prices)));
        this.requests = new Requests(from.media, from.joinsTexts, from.sendsTemperature);
        this.customizer = from.customizer;
        this.clock = from.clock;
        this.maxSilence = from.maxSilence;
    }

    /** Returns a client over a model that answers as a whole. */
    public static LangChain4jLlm of(ChatModel model) {
        return builder(model).build();
    }

    /** Returns a client over a model that answers piece by piece. */
    public static LangChain4jLlm of(StreamingChatModel model) {
        return builder(model).build();
    }

    /** Returns a builder of a client over a model that answers as a whole. */
    public static Builder builder(ChatModel model) {
        return new Builder(new Provider.Whole(Objects.requireNonNull(model, "model"), Replies.FREE));
    }

    /** Returns a builder of a client over a model that answers piece by piece. */
    public static Builder builder(StreamingChatModel model) {
        return new Builder(new Provider.Streaming(Objects.requireNonNull(model, "model"), Replies.FREE));
    }

    /**
     * Asks and waits for the whole answer. Pieces of a streaming model are told on the thread of the caller while they come.
     *
     * @throws LlmException if there is none; its class follows from the type of what LangChain4j threw and the status of the answer
     */
    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        ChatRequest chat = customizer.apply(requests.of(Objects.requireNonNull(request, "request"), call));
        Exchange exchange = new Exchange(call, clock, maxSilence);
        LlmReply reply = exchange.await(() -> provider.ask(chat, exchange), thrown -> Failures.of(thrown, request));
        if (!provider.streams()) {
            call.deltas().accept(reply.text());
        }
        return reply;
    }

    /** Collects settings. Each setter checks its own argument. Not thread-safe. */
    public static final class Builder {

        private final Provider provider;
        private final Map<String, ModelPrice> prices = new HashMap<>();
        private MediaLimit media = MediaLimit.NONE;
        private boolean joinsTexts;
        private boolean sendsTemperature = true;
        private UnaryOperator<ChatRequest> customizer = request -> request;
        private Clock clock = Clock.systemUTC();
        private @Nullable Duration maxSilence;

        private Builder(Provider provider) {
            this.provider = provider;
        }

        /**
         * Sets what tokens of models cost whose names begin so; the longest beginning counts. For nothing when never set.
         *
         * @throws IllegalArgumentException if the name is blank
         */
        public Builder price(String model, ModelPrice price) {
            if (model.isBlank()) {
                throw new IllegalArgumentException("a price needs the name of a model, or how names begin");
            }
            prices.put(model, Objects.requireNonNull(price, "price"));
            return this;
        }

        /** Shows stored images, sounds, videos and PDF of the caller's session to the model, up to {@value LangChain4jLlm#DEFAULT_MAX_MEDIA_BYTES} bytes each. */
        public Builder media(ArtifactStore store) {
            return media(store, DEFAULT_MAX_MEDIA_BYTES);
        }

        /**
         * Shows stored images, sounds, videos and PDF of the caller's session to the model. When never set, and above the size, the model reads what they are in
         * place of them.
         *
         * @param store where they lie
         * @param maxBytes the size of the largest, 1 to 100,000,000 bytes, as the provider has it
         * @throws IllegalArgumentException if the size is out of bounds
         */
        public Builder media(ArtifactStore store, long maxBytes) {
            if (maxBytes < 1 || maxBytes > 100_000_000) {
                throw new IllegalArgumentException("maxBytes must be 1 to 100000000, got " + maxBytes);
            }
            media = new MediaLimit(Objects.requireNonNull(store, "store"), maxBytes);
            return this;
        }

        /** Says whether the texts of a message are sent as one, for servers that take only one; false when never set. */
        public Builder joinTexts(boolean value) {
            joinsTexts = value;
            return this;
        }

        /** Says whether the temperature of a request is sent, which some models refuse; true when never set. */
        public Builder temperature(boolean sent) {
            sendsTemperature = sent;
            return this;
        }

        /** Sets what is done to each request before it is sent, such as other parameters of the provider; nothing when never set. */
        public Builder customize(UnaryOperator<ChatRequest> value) {
            customizer = Objects.requireNonNull(value, "customize");
            return this;
        }

        /**
         * Sets how long a streaming model may say nothing before it is given up, for clients that don't notice a connection that was cut; a model that answers
         * as a whole says nothing until it has. When never set, the deadline of the call alone counts.
         *
         * @throws IllegalArgumentException if it is not more than zero
         */
        public Builder maxSilence(Duration value) {
            if (value.isZero() || value.isNegative()) {
                throw new IllegalArgumentException("maxSilence must be more than zero, got " + value);
            }
            maxSilence = value;
            return this;
        }

        /** Sets the clock that deadlines are held against; the system's when never set. */
        public Builder clock(Clock value) {
            clock = Objects.requireNonNull(value, "clock");
            return this;
        }

        /** Returns the client; the builder may be used again. */
        public LangChain4jLlm build() {
            return new LangChain4jLlm(this);
        }
    }
}
