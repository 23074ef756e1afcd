package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Violation;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is what a server asks a person: to fill in a form, or to open a page.
 *
 * @param message why, in the server's words, cleaned
 * @param schema what the answer has to fit, or null if it is a page
 * @param url the page, or null if it is a form
 */
record Ask(String message, @Nullable Json schema, @Nullable String url) {

    private static final int LONGEST_MESSAGE = 1500;
    private static final int LONGEST_URL = 2048;

    /**
     * Reads the parameters of a question.
     *
     * @throws LinkFailure if they ask for what must not be asked
     */
    static Ask of(Json params) {
        String message = RemoteTool.text(params.get("message")).orElse("");
        String clean = Words.text(message.isBlank() ? "it does not say why" : message, LONGEST_MESSAGE);
        if (RemoteTool.text(params.get("mode")).filter("url"::equals).isPresent()) {
            return new Ask(clean, null, page(RemoteTool.text(params.get("url")).orElse("")));
        }
        Json schema = params.get("requestedSchema")
                .filter(json -> json.kind() == Json.Kind.OBJECT)
                .orElse(Json.of(Map.of("type", "object")));
        requireLegal(schema);
        return new Ask(clean, schema, null);
    }

    private static void requireLegal(Json schema) {
        try {
            JsonSchema.compile(schema);
        } catch (HarborException e) {
            throw LinkFailure.unreadable("the server asks by a schema that is none: " + e.getMessage(), e);
        }
    }

    /** A page is somewhere on the web, and nowhere else: nothing that a program would run. */
    private static String page(String url) {
        try {
            URI uri = URI.create(url);
            boolean web = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null && uri.getRawUserInfo() == null && url.length() <= LONGEST_URL) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw LinkFailure.unreadable("the server asks to open what is no address", e);
        }
        throw LinkFailure.unreadable("the server asks to open what is no page of the web", null);
    }

    /** Returns what a person is shown. */
    Map<String, Object> shown() {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("message", message);
        if (schema != null) {
            shown.put("mode", "form");
            shown.put("schema", schema);
        } else if (url != null) {
            shown.put("mode", "url");
            shown.put("url", url);
            shown.put("host", URI.create(url).getHost());
        }
        return shown;
    }

    /** Returns what of an answer breaks the form. */
    List<Violation> violations(Json content) {
        return schema == null ? List.of() : JsonSchema.compile(schema).validate(content);
    }

    /** Returns an answer with the defaults of the form for what it leaves out. */
    Json filled(Json content) {
        if (schema == null) {
            return content;
        }
        Map<String, Object> all = new LinkedHashMap<>();
        Optional<Json> properties = schema.get("properties").filter(json -> json.kind() == Json.Kind.OBJECT);
        properties.ifPresent(each -> each.members()
                .forEach((name, property) -> property.get("default").ifPresent(value -> all.put(name, value))));
        if (content.kind() == Json.Kind.OBJECT) {
            all.putAll(content.members());
        }
        return Json.of(all);
    }

    /** Returns the answer as the protocol has it. */
    Json accepted(Json content) {
        return Json.of(schema == null ? Map.of("action", "accept") : Map.of("action", "accept", "content", content));
    }
}
