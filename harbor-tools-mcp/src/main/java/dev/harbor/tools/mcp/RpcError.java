package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is an error of the protocol, as a server answers or is answered.
 *
 * @param code what kind it is
 * @param message the server's words
 * @param data what more it says, or null
 */
record RpcError(long code, String message, @Nullable Json data) {

    static final int PARSE = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL = -32603;

    /** A header of the request says something else than its body. */
    static final int HEADER_MISMATCH = -32020;

    /** A capability of the client is missing. */
    static final int MISSING_CAPABILITY = -32021;

    /** The version is not supported; the data names those that are. */
    static final int UNSUPPORTED_VERSION = -32022;

    /** A person has to open an address first; until 2025-11-25. */
    static final int URL_ELICITATION = -32042;

    /** Reads an error; what is not there has no meaning. */
    static RpcError of(Json error) {
        try {
            long code = error.get("code").map(RpcError::code).orElse(0L);
            String message = error.get("message")
                    .filter(json -> json.kind() == Json.Kind.STRING)
                    .map(Json::asString)
                    .orElse("");
            return new RpcError(code, message, error.get("data").orElse(null));
        } catch (HarborException e) {
            return new RpcError(0, "the error is no JSON", null);
        }
    }

    private static long code(Json number) {
        try {
            return number.asLong();
        } catch (HarborException e) {
            return 0;
        }
    }

    /** Tells whether only a server of the newest era knows this error. */
    boolean isModern() {
        return code == HEADER_MISMATCH || code == MISSING_CAPABILITY || code == UNSUPPORTED_VERSION;
    }

    /** Tells whether the server says that it failed, rather than that the request is wrong. */
    boolean isOfServer() {
        return code == INTERNAL || (code <= -32000 && code >= -32019);
    }

    Json toJson() {
        return Json.of(Map.of("code", code, "message", message));
    }
}
