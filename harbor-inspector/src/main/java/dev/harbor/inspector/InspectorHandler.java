package dev.harbor.inspector;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Objects;

/**
 * Mounts an inspector on the JDK's own HTTP server: {@code server.createContext("/inspector", InspectorHandler.of(inspector))}. A stream holds a thread of the server, so give it
 * an executor with more threads than {@link InspectorLimits#streams()}.
 *
 * <p>Thread-safe.
 */
public final class InspectorHandler implements HttpHandler {

    private final Inspector inspector;

    private InspectorHandler(Inspector inspector) {
        this.inspector = Objects.requireNonNull(inspector, "inspector");
    }

    /** Returns a handler; the path of its context is where the inspector is mounted. */
    public static InspectorHandler of(Inspector inspector) {
        return new InspectorHandler(inspector);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String context = exchange.getHttpContext().getPath();
        String mount = context.endsWith("/") ? context.substring(0, context.length() - 1) : context;
        String path = exchange.getRequestURI().getRawPath();
        try (exchange) {
            // The JDK's server also hands over what only begins with the same letters.
            if (!path.equals(mount) && !path.startsWith(mount + "/")) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                handle(exchange, mount, path.substring(mount.length()));
            }
        }
    }

    private void handle(HttpExchange exchange, String mount, String path) throws IOException {
        InspectorRequest request = InspectorRequest.of(
                exchange.getRequestMethod(),
                mount,
                path,
                exchange.getRequestURI().getRawQuery(),
                exchange.getRequestHeaders(),
                exchange.getRequestBody());
        try (InspectorResponse response = inspector.handle(request)) {
            response.headers().forEach(exchange.getResponseHeaders()::set);
            // The JDK's server takes 0 for a body whose length is not known, and -1 for none.
            long length = response.isStream() ? 0 : response.length() == 0 ? -1 : response.length();
            exchange.sendResponseHeaders(response.status(), length);
            response.writeTo(exchange.getResponseBody());
        }
    }
}
