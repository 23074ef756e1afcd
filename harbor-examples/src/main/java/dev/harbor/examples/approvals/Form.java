package dev.harbor.examples.approvals;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads what browsers send, and writes what they show. */
final class Form {

    private static final int MAX_BYTES = 1 << 20;

    private Form() {}

    static Map<String, String> body(HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            return parse(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
        }
    }

    static Map<String, String> query(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        return parse(query == null ? "" : query);
    }

    static Map<String, String> parse(String encoded) {
        Map<String, String> fields = new HashMap<>();
        for (String each : encoded.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                fields.put(decoded(each.substring(0, equals)), decoded(each.substring(equals + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Returns text that stands for itself in HTML, in attributes too. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    static void page(HttpExchange exchange, int status, String html) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        send(exchange, status, "<!doctype html><title>Approvals</title>" + html);
    }

    static void json(HttpExchange exchange, int status, String json) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        send(exchange, status, json);
    }

    static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().set("Location", to);
        exchange.sendResponseHeaders(303, -1);
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
