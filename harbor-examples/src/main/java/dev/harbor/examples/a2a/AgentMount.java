package dev.harbor.examples.a2a;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.harbor.tools.a2a.server.A2aRequest;
import dev.harbor.tools.a2a.server.A2aResponse;
import dev.harbor.tools.a2a.server.A2aServer;
import java.io.IOException;

/** Hands the requests of the JDK's own server to an agent, and sends what it answers. Thread-safe. */
final class AgentMount implements HttpHandler {

    private final String at;
    private final A2aServer agent;

    AgentMount(String at, A2aServer agent) {
        this.at = at;
        this.agent = agent;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        A2aRequest request = A2aRequest.of(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath().substring(at.length()),
                exchange.getRequestURI().getRawQuery(),
                exchange.getRequestHeaders(),
                exchange.getRequestBody());
        try (exchange;
                A2aResponse response = agent.handle(request)) {
            response.headers().forEach(exchange.getResponseHeaders()::set);
            // The JDK's server takes 0 for a body whose length is not known, and -1 for none.
            long length = response.isStream() ? 0 : response.length() == 0 ? -1 : response.length();
            exchange.sendResponseHeaders(response.status(), length);
            response.writeTo(exchange.getResponseBody());
        }
    }
}
