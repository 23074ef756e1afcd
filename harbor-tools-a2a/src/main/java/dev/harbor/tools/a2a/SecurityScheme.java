package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.Locale;
import java.util.Map;

/**
 * Is a way in which a card wants callers to prove themselves.
 *
 * @param field the header, parameter or cookie of a key
 */
record SecurityScheme(Kind kind, String field) {

    enum Kind {
        BEARER,
        BASIC,
        HEADER,
        QUERY,
        COOKIE,
        MUTUAL_TLS,
        /** It could not be read, or is of a kind that we don't know: nothing can be asked for by it. */
        UNREADABLE
    }

    private static final SecurityScheme UNREADABLE = new SecurityScheme(Kind.UNREADABLE, "");

    /** Reads a scheme in any of the forms that are met: of 1.0, of the JavaScript SDK, of OpenAPI and 0.3, and without a wrapper. */
    static SecurityScheme read(Json json) {
        Fields fields = Fields.of(json);
        Fields wrapped = fields.object("scheme");
        String wrapper = wrapped.textOr("", "$case");
        if (!wrapper.isEmpty()) {
            return named(wrapper, wrapped.object("value"));
        }
        for (Map.Entry<String, Json> each : fields.members().entrySet()) {
            if (each.getKey().toLowerCase(Locale.ROOT).replace("_", "").endsWith("securityscheme")) {
                return named(each.getKey(), Fields.of(each.getValue()));
            }
        }
        String type = fields.textOr("", "type");
        return type.isEmpty() ? flat(fields) : named(type, fields);
    }

    private static SecurityScheme named(String name, Fields fields) {
        String kind = name.toLowerCase(Locale.ROOT).replace("_", "").replace("securityscheme", "");
        return switch (kind) {
            case "http", "httpauth" -> http(fields.textOr("bearer", "scheme"));
            case "apikey" -> apiKey(fields);
            case "oauth2", "openidconnect" -> new SecurityScheme(Kind.BEARER, "Authorization");
            case "mutualtls", "mtls" -> new SecurityScheme(Kind.MUTUAL_TLS, "");
            default -> UNREADABLE;
        };
    }

    private static SecurityScheme http(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "bearer" -> new SecurityScheme(Kind.BEARER, "Authorization");
            case "basic" -> new SecurityScheme(Kind.BASIC, "Authorization");
            default -> UNREADABLE;
        };
    }

    private static SecurityScheme apiKey(Fields fields) {
        String name = fields.textOr("", "name");
        if (!name.matches("[!-9;-~&&[^\",;=]]{1,128}")) {
            return UNREADABLE;
        }
        return switch (fields.textOr("header", "location", "in").toLowerCase(Locale.ROOT)) {
            case "header" -> new SecurityScheme(Kind.HEADER, name);
            case "query" -> new SecurityScheme(Kind.QUERY, name);
            case "cookie" -> new SecurityScheme(Kind.COOKIE, name);
            default -> UNREADABLE;
        };
    }

    private static SecurityScheme flat(Fields fields) {
        if (fields.any("flows", "openIdConnectUrl") != null) {
            return new SecurityScheme(Kind.BEARER, "Authorization");
        }
        if (fields.any("location", "in") != null) {
            return apiKey(fields);
        }
        String scheme = fields.textOr("", "scheme");
        return scheme.isEmpty() ? UNREADABLE : http(scheme);
    }
}
