package dev.harbor.examples.tenants;

import dev.harbor.json.Json;
import java.util.Map;

/** A status with a JSON body. */
record Answer(int status, Json body) {

    static Answer error(int status, String code, String message) {
        return new Answer(status, Json.of(Map.of("error", Map.of("code", code, "message", message))));
    }
}
