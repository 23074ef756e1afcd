package dev.harbor.oauth;

import com.sun.net.httpserver.HttpExchange;
import dev.harbor.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Is an answer of a server of the tests. */
record Says(int status, Map<String, String> headers, String body) {

    static Says json(int status, Map<String, ?> members) {
        return new Says(
                status,
                Map.of("Content-Type", "application/json"),
                Json.of(members).toString());
    }

    static Says error(int status, String error) {
        return json(status, Map.of("error", error));
    }

    static Says text(int status, String text) {
        return new Says(status, Map.of("Content-Type", "text/plain"), text);
    }

    static Says redirect(String to) {
        return new Says(302, Map.of("Location", to), "");
    }

    Says with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new Says(status, more, body);
    }

    void send(HttpExchange exchange) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        headers.forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
