package dev.harbor.llm.langchain4j;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Throws failed answers that say when to ask again, and passes everything else on. Thread-safe. */
final class HeedingClient extends HttpClient {

    private static final int FAILED = 400;

    private final HttpClient client;

    HeedingClient(HttpClient client) {
        this.client = client;
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return heeded(client.send(request, handler));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return heeded(client.sendAsync(request, handler));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        return heeded(client.sendAsync(request, handler, pushes));
    }

    private static <T> CompletableFuture<HttpResponse<T>> heeded(CompletableFuture<HttpResponse<T>> answer) {
        return answer.thenApply(response -> {
            try {
                return heeded(response);
            } catch (AskedToWait e) {
                throw new CompletionException(e);
            }
        });
    }

    private static <T> HttpResponse<T> heeded(HttpResponse<T> response) throws AskedToWait {
        Duration wait = response.statusCode() < FAILED
                ? null
                : RetryAfter.of(response.headers()).orElse(null);
        if (wait == null) {
            return response;
        }
        throw AskedToWait.by(response, wait);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }
}
