package dev.harbor.tools.mcp;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is a request to a server, without the id that its transport gives it.
 *
 * @param method the method
 * @param params the parameters, {@code _meta} included
 * @param name what intermediaries are told of the subject, or null
 * @param headers what more they are told
 * @param identity on whose behalf
 * @param progress where its progress goes, or null if nobody asked for that
 */
record Request(
        String method,
        Map<String, Object> params,
        @Nullable String name,
        Map<String, String> headers,
        Identity identity,
        @Nullable Progress progress) {

    static Request of(String method, Map<String, Object> params, Identity identity) {
        return new Request(method, params, null, Map.of(), identity, null);
    }

    /** Returns the message. */
    Json message(long id) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("id", id);
        message.put("method", method);
        message.put("params", params);
        return Json.of(message);
    }

    static Json notification(String method, Map<String, Object> params) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("method", method);
        if (!params.isEmpty()) {
            message.put("params", params);
        }
        return Json.of(message);
    }

    static Json answer(Json id, String member, Json value) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        message.put("id", id);
        message.put(member, value);
        return Json.of(message);
    }
}
