package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Wraps requests by JSON-RPC 2.0; all go to the address as the card has it. Immutable. */
final class JsonRpc implements Binding {

    private final AgentInterface at;

    JsonRpc(AgentInterface at) {
        this.at = at;
    }

    @Override
    public Draft draft(Operation operation, Map<String, Object> params) {
        String id = UUID.randomUUID().toString();
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("jsonrpc", "2.0");
        call.put("id", id);
        call.put("method", operation.method(at.version()));
        call.put("params", params);
        return new Draft("POST", at.url(), Json.of(call), id);
    }

    @Override
    public Json unwrap(Json answer, String id, int status, @Nullable Duration retryAfter) {
        Fields fields = Fields.of(answer, "an answer is no object of JSON-RPC");
        Json error = fields.any("error");
        if (error != null) {
            throw PeerError.of(error, status, retryAfter);
        }
        Json result = fields.any("result");
        if (result == null) {
            throw new BrokenPeer("an answer has neither a result nor an error");
        }
        if (!id.equals(fields.text("id"))) {
            throw new BrokenPeer("an answer has another id than the request");
        }
        return result;
    }
}
