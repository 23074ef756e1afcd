package dev.harbor.oauth;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Is a request that came to a server of the tests. A parameter that comes twice is refused. */
record Asked(String method, URI uri, Map<String, String> headers, String body) {

    static Asked of(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return new Asked(exchange.getRequestMethod(), exchange.getRequestURI(), headers, body);
    }

    String path() {
        return uri.getPath();
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    Map<String, String> query() {
        return parameters(uri.getRawQuery() == null ? "" : uri.getRawQuery());
    }

    Map<String, String> form() {
        return parameters(body);
    }

    static Map<String, String> parameters(String encoded) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String each : encoded.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                String name = URLDecoder.decode(each.substring(0, equals), StandardCharsets.UTF_8);
                String value = URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8);
                if (parameters.put(name, value) != null) {
                    throw new IllegalArgumentException("the parameter " + name + " comes twice");
                }
            }
        }
        return parameters;
    }
}
