package dev.harbor.tools.http;

import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import dev.harbor.net.Headers;
import dev.harbor.net.Outbound;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.Locale;
import java.util.Map;

/** Knows which header fields a tool may name. */
final class HeaderNames {

    private HeaderNames() {}

    static void requireToken(String name, String what) {
        if (!Headers.isToken(name) || name.length() > 256) {
            throw new InvalidToolDefinition(what + " is 1 to 256 letters, digits and " + Headers.TOKEN_SYMBOLS);
        }
    }

    /** Refuses a name that is none, or that the client sets itself. */
    static void requireFree(String name, String who) {
        requireToken(name, "the name of a header");
        if (Outbound.isManaged(name)) {
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
