package dev.harbor.llm.langchain4j;

import java.net.http.HttpClient;

/**
 * Makes HTTP clients of the JDK that tell how long a provider asks to wait, which LangChain4j's own drop together with the headers of a failed answer. Give one to a
 * model whose client is that of the JDK, which most have:
 *
 * <pre>{@code
 * OpenAiStreamingChatModel.builder()
 *         .httpClientBuilder(JdkHttpClient.builder()
 *                 .httpClientBuilder(RetryAfterHttp.over(HttpClient.newBuilder())))
 * }</pre>
 *
 * <p>Answers are passed on as they are, apart from those of a status of 400 and above with a {@code Retry-After} that can be read: they are thrown as an
 * {@link java.io.IOException}, of which {@link LangChain4jLlm} makes a failure with {@link dev.harbor.llm.LlmException#retryAfter()}, and the policy of the model waits at
 * least so long.
 *
 * <p>Stateless.
 */
public final class RetryAfterHttp {

    private RetryAfterHttp() {}

    /** Returns a builder that configures the given one and makes clients over what that builds; not null. Closing such a client does nothing. */
    public static HttpClient.Builder over(HttpClient.Builder clients) {
        return new HeedingClients(clients);
    }
}
