package dev.harbor.tools.mcp;

import dev.harbor.json.Json;

/**
 * Is a request of the server.
 *
 * @param id its id, which is given back as it was written
 * @param method the method
 * @param params the parameters
 * @param link where it came from, and where the answer goes to
 */
record Question(Json id, String method, Json params, Link link) {

    void answer(Json result) {
        link.send(Request.answer(id, "result", result));
    }

    void refuse(long code, String message) {
        link.send(Request.answer(id, "error", new RpcError(code, message, null).toJson()));
    }
}
