package dev.harbor.tools.http;

import dev.harbor.json.Json;
import java.util.stream.Collectors;

/** Spells values for headers and cookies: simple texts, lists and objects with commas. */
final class HeaderWriter {

    private HeaderWriter() {}

    static String write(HttpParameter parameter, Json value) {
        if (parameter.mediaType() != null) {
            return value.compact().toString();
        }
        return switch (value.kind()) {
            case ARRAY -> value.elements().stream().map(Values::text).collect(Collectors.joining(","));
            case OBJECT ->
                value.members().entrySet().stream()
                        .map(each -> each.getKey() + (parameter.explode() ? "=" : ",") + Values.text(each.getValue()))
                        .collect(Collectors.joining(","));
            default -> Values.text(value);
        };
    }
}
