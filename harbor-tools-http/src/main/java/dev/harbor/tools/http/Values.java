package dev.harbor.tools.http;

import dev.harbor.json.Json;

/** Writes values outside JSON. */
final class Values {

    private Values() {}

    /** Returns a text as it is, and everything else as JSON has it. */
    static String text(Json value) {
        return value.kind() == Json.Kind.STRING
                ? value.asString()
                : value.compact().toString();
    }
}
