package dev.harbor.llm.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.net.http.HttpClient;

/** The models of LangChain4j that the tests ask, over real HTTP. */
enum Kind {
    OPEN_AI(Dialect.OPEN_AI),
    OPEN_AI_STREAMING(Dialect.OPEN_AI),
    ANTHROPIC(Dialect.ANTHROPIC),
    ANTHROPIC_STREAMING(Dialect.ANTHROPIC);

    static final String KEY = "sk-secret-0123456789abcdef";

    final Dialect dialect;

    Kind(Dialect dialect) {
        this.dialect = dialect;
    }

    boolean streams() {
        return this == OPEN_AI_STREAMING || this == ANTHROPIC_STREAMING;
    }

    LangChain4jLlm.Builder over(ModelServer server) {
        return over(server, HttpClient.newBuilder());
    }

    LangChain4jLlm.Builder over(ModelServer server, HttpClient.Builder clients) {
        HttpClientBuilder http = JdkHttpClient.builder().httpClientBuilder(clients);
        return switch (this) {
            case OPEN_AI ->
                LangChain4jLlm.builder(OpenAiChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(server.url())
                        .apiKey(KEY)
                        .modelName("gpt-test")
                        .maxRetries(0)
                        .build());
            case OPEN_AI_STREAMING ->
                LangChain4jLlm.builder(OpenAiStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(server.url())
                        .apiKey(KEY)
                        .modelName("gpt-test")
                        .build());
            case ANTHROPIC ->
                LangChain4jLlm.builder(AnthropicChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(server.url())
                        .apiKey(KEY)
                        .modelName("claude-test")
                        .maxRetries(0)
                        .build());
            case ANTHROPIC_STREAMING ->
                LangChain4jLlm.builder(AnthropicStreamingChatModel.builder()
                        .httpClientBuilder(http)
                        .baseUrl(server.url())
                        .apiKey(KEY)
                        .modelName("claude-test")
                        .build());
        };
    }
}
