package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes requests by JSON-RPC 2.0. Thread-safe. */
final class RpcEdge {

    private static final String JSON = "application/json";

    private final Operations operations;
    private final Edge edge;

    RpcEdge(Operations operations, Edge edge) {
        this.operations = operations;
        this.edge = edge;
    }

    A2aResponse answer(Identity identity, A2aRequest request) throws IOException {
        Json id = Json.NULL;
        try {
            Json body = edge.body(request);
            id = idOf(body);
            return answered(identity, request, Params.of(body, "request"), id);
        } catch (Refusal e) {
            return A2aResponse.json(200, JSON, Errors.rpc(id, e));
        }
    }

    private static Json idOf(Json body) {
        if (body.kind() != Json.Kind.OBJECT) {
            throw invalid("a request is one object");
        }
        Json id = body.get("id").orElse(Json.NULL);
        return id.kind() == Json.Kind.STRING || id.kind() == Json.Kind.NUMBER ? id : Json.NULL;
    }

    private static Refusal invalid(String message) {
        return new Refusal(Refusal.Kind.INVALID_REQUEST, message);
    }

    private A2aResponse answered(Identity identity, A2aRequest request, Params body, Json id) {
        String method = method(body, id);
        Edge.requireVersion(request);
        Params params = Params.of(body.any("params"), "params");
        if (Operations.isStream(method)) {
            return edge.stream(identity, () -> operations.stream(method, identity, params, event -> result(id, event)));
        }
        Json result = edge.call(operations, method, identity, params);
        return A2aResponse.json(200, JSON, result(id, result));
    }

    private static String method(Params body, Json id) {
        boolean speaks = body.any("jsonrpc").equals(Json.string("2.0"));
        Json method = body.any("method");
        if (!speaks || method.kind() != Json.Kind.STRING || id.isNull()) {
            throw invalid("a request has jsonrpc 2.0, a method, and an id that is a text or a number");
        }
        return method.asString();
    }

    private static Json result(Json id, Json result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("jsonrpc", "2.0");
        members.put("id", id);
        members.put("result", result);
        return Json.of(members);
    }
}
