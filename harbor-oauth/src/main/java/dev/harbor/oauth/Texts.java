package dev.harbor.oauth;

import dev.harbor.access.Secret;
import dev.harbor.json.Json;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes the members of what is kept. */
final class Texts {

    private Texts() {}

    static void put(Map<String, Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value.toString());
        }
    }

    static @Nullable String reveal(@Nullable Secret secret) {
        return secret == null ? null : secret.reveal();
    }

    static @Nullable String text(Json json, String name) {
        return json.get(name)
                .filter(value -> value.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .orElse(null);
    }

    static String require(Json json, String name) {
        String text = text(json, name);
        if (text == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return text;
    }

    static @Nullable Secret secret(Json json, String name) {
        String text = text(json, name);
        return text == null || text.isEmpty() ? null : Secret.of(text);
    }

    static @Nullable Instant instant(Json json, String name) {
        String text = text(json, name);
        return text == null ? null : Instant.parse(text);
    }

    static boolean isTrue(Json json, String name) {
        return json.get(name)
                .filter(value -> value.kind() == Json.Kind.BOOLEAN)
                .map(Json::asBoolean)
                .orElse(false);
    }

    /** Returns the texts of a list; empty when there is none, or something else. */
    static Set<String> texts(Json json, String name) {
        Set<String> texts = new LinkedHashSet<>();
        json.get(name)
                .filter(value -> value.kind() == Json.Kind.ARRAY)
                .ifPresent(list -> list.elements().stream()
                        .filter(each -> each.kind() == Json.Kind.STRING)
                        .forEach(each -> texts.add(each.asString())));
        return texts;
    }
}
