package dev.harbor.oauth;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Is what an authorization server sends a person back with: the query of the redirect URI. What is missing is empty.
 *
 * <p>Immutable. {@link #toString()} shows none of it, since the code is a secret until it is used.
 *
 * @param state as the consent began
 * @param code what is exchanged for tokens
 * @param error why there is no code
 * @param issuer which server says so
 */
public record ConsentAnswer(String state, String code, String error, String issuer) {

    private static final int MAX_LENGTH = 16 << 10;

    /** Checks that nothing is null. */
    public ConsentAnswer {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(error, "error");
        Objects.requireNonNull(issuer, "issuer");
    }

    /**
     * Reads the raw query of a request to the redirect URI. A parameter that comes twice makes all of them void, as the standard wants it.
     *
     * @param query without the question mark; may be empty
     */
    public static ConsentAnswer parse(String query) {
        Map<String, String> parameters = new HashMap<>();
        boolean sound = query.length() <= MAX_LENGTH;
        for (String each : sound ? query.split("&", -1) : new String[0]) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                String name = decoded(each.substring(0, equals));
                sound &= parameters.put(name, decoded(each.substring(equals + 1))) == null;
            }
        }
        Map<String, String> taken = sound ? parameters : Map.of();
        return new ConsentAnswer(
                taken.getOrDefault("state", ""),
                taken.getOrDefault("code", ""),
                taken.getOrDefault("error", ""),
                taken.getOrDefault("iss", ""));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ignored) {
            // Something that is not escaped as it should be is no answer of a server.
            return "";
        }
    }

    @Override
    public String toString() {
        return "ConsentAnswer[***]";
    }
}
