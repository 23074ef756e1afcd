package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes refusals in the form of each binding. */
final class Errors {

    private static final String INFO = "type.googleapis.com/google.rpc.ErrorInfo";

    private Errors() {}

    static Json rpc(Json id, Refusal refusal) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", refusal.kind().code());
        error.put("message", refusal.words());
        error.put("data", List.of(info(refusal)));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("jsonrpc", "2.0");
        members.put("id", id);
        members.put("error", error);
        return Json.of(members);
    }

    static Json rest(Refusal refusal) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", refusal.kind().status());
        error.put("status", canonical(refusal.kind().status()));
        error.put("message", refusal.words());
        error.put("details", List.of(info(refusal)));
        return Json.of(Map.of("error", error));
    }

    private static String canonical(int status) {
        return switch (status) {
            case 404 -> "NOT_FOUND";
            case 500 -> "INTERNAL";
            default -> "INVALID_ARGUMENT";
        };
    }

    private static Map<String, Object> info(Refusal refusal) {
        return Map.of("@type", INFO, "reason", refusal.kind().name(), "domain", "a2a-protocol.org");
    }
}
