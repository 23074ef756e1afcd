package dev.harbor.tools.http;

import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Knows which header fields a tool may name. */
final class HeaderNames {

    private static final String SYMBOLS = "!#$%&'*+-.^_`|~";

    /** How a message is sent is the client's to decide. */
    private static final Set<String> MANAGED = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private HeaderNames() {}

    static void requireToken(String name, String what) {
        boolean token = !name.isEmpty() && name.chars().allMatch(HeaderNames::isTokenChar);
        if (!token || name.length() > 256) {
            throw new InvalidToolDefinition(what + " is 1 to 256 letters, digits and " + SYMBOLS);
        }
    }

    private static boolean isTokenChar(int c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c < 0x80 && SYMBOLS.indexOf(c) >= 0);
    }

    /** Refuses a name that is none, or that the client sets itself. */
    static void requireFree(String name, String who) {
        requireToken(name, "the name of a header");
        if (MANAGED.contains(lower(name))) {
            throw new InvalidToolDefinition("header " + name + " is set by the client itself, " + who + " can't");
        }
    }

    /** Tells whether a value under that name would be a secret, which has to come from a provider of credentials. */
    static boolean isSecret(String name) {
        Json named = Json.of(Map.of(name, "value"));
        return !Redactor.standard().redact(named).equals(named);
    }

    static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
