package dev.harbor.tools.a2a;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Is a binding of the protocol that is spoken here, the preferred one first. */
enum BindingKind {
    JSON_RPC("JSONRPC"),
    HTTP_JSON("HTTP+JSON");

    private final String text;

    BindingKind(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    static @Nullable BindingKind of(String written) {
        return switch (written.toUpperCase(Locale.ROOT)) {
            case "JSONRPC", "JSON-RPC", "JSONRPC2.0" -> JSON_RPC;
            case "HTTP+JSON", "HTTP_JSON", "REST" -> HTTP_JSON;
            default -> null;
        };
    }
}
