package dev.harbor.llm.langchain4j;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Builds clients that heed {@code Retry-After}. Not thread-safe. */
final class HeedingClients implements HttpClient.Builder {

    private final HttpClient.Builder clients;

    HeedingClients(HttpClient.Builder clients) {
        this.clients = Objects.requireNonNull(clients, "clients");
    }

    @Override
    public HttpClient.Builder cookieHandler(CookieHandler handler) {
        clients.cookieHandler(handler);
        return this;
    }

    @Override
    public HttpClient.Builder connectTimeout(Duration duration) {
        clients.connectTimeout(duration);
        return this;
    }

    @Override
    public HttpClient.Builder sslContext(SSLContext context) {
        clients.sslContext(context);
        return this;
    }

    @Override
    public HttpClient.Builder sslParameters(SSLParameters parameters) {
        clients.sslParameters(parameters);
        return this;
    }

    @Override
    public HttpClient.Builder executor(Executor executor) {
        clients.executor(executor);
        return this;
    }

    @Override
    public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
        clients.followRedirects(policy);
        return this;
    }

    @Override
    public HttpClient.Builder version(HttpClient.Version version) {
        clients.version(version);
        return this;
    }

    @Override
    public HttpClient.Builder priority(int priority) {
        clients.priority(priority);
        return this;
    }

    @Override
    public HttpClient.Builder proxy(ProxySelector selector) {
        clients.proxy(selector);
        return this;
    }

    @Override
    public HttpClient.Builder authenticator(Authenticator authenticator) {
        clients.authenticator(authenticator);
        return this;
    }

    @Override
    public HttpClient build() {
        return new HeedingClient(clients.build());
    }
}
