package dev.harbor.store.jdbc;

import dev.harbor.json.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Writes the keys of a head beside it, so that a head is read from one row; the same keys are always the same text. */
final class HeadKeys {

    private static final String NONE = "{}";

    private HeadKeys() {}

    static String write(Map<String, String> keys) {
        return keys.isEmpty() ? NONE : Json.of(new TreeMap<>(keys)).toString();
    }

    static Map<String, String> read(String text) {
        if (text.equals(NONE)) {
            return Map.of();
        }
        Map<String, String> keys = new HashMap<>();
        Json.parse(text).members().forEach((key, value) -> keys.put(key, value.asString()));
        return keys;
    }
}
