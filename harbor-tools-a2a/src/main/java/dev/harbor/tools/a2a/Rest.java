package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sends requests to paths below the address that the card has, by the methods of HTTP. Immutable. */
final class Rest implements Binding {

    private final AgentInterface at;
    private final String base;

    Rest(AgentInterface at) {
        this.at = at;
        String url = at.url().toString();
        String bare = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.base = at.version() == ProtocolVersion.V1_0 ? withTenant(bare, at.tenant()) : withVersion(bare);
    }

    private static String withTenant(String bare, String tenant) {
        return tenant.isEmpty() ? bare : bare + '/' + escaped(tenant);
    }

    /** In 0.3 every path begins with the version, which some cards write into the address. */
    private static String withVersion(String bare) {
        return bare.endsWith("/v1") ? bare : bare + "/v1";
    }

    @Override
    public Draft draft(Operation operation, Map<String, Object> params) {
        return switch (operation) {
            case SEND -> post("/message:send", params);
            case STREAM -> post("/message:stream", params);
            case GET -> get(task(params), params);
            case LIST -> get("/tasks", params);
            case CANCEL -> post(task(params) + ":cancel", withoutId(params));
            case SUBSCRIBE -> post(task(params) + ":subscribe", withoutId(params));
            case CARD -> get(at.version() == ProtocolVersion.V1_0 ? "/extendedAgentCard" : "/card", params);
        };
    }

    /** The text of the protocol says POST for a subscription, its protocol buffer GET. */
    @Override
    public @Nullable Draft otherwise(Operation operation, Map<String, Object> params) {
        return operation == Operation.SUBSCRIBE ? get(task(params) + ":subscribe", Map.of()) : null;
    }

    private static String task(Map<String, Object> params) {
        return "/tasks/" + escaped(String.valueOf(params.get("id")));
    }

    private static Map<String, Object> withoutId(Map<String, Object> params) {
        Map<String, Object> rest = new LinkedHashMap<>(params);
        rest.remove("id");
        return rest;
    }

    private Draft post(String path, Map<String, Object> body) {
        return new Draft("POST", URI.create(base + path), Json.of(body), "");
    }

    private Draft get(String path, Map<String, Object> params) {
        String query = withoutId(params).entrySet().stream()
                .filter(each -> !each.getKey().equals("tenant"))
                .map(each -> each.getKey() + '=' + escaped(String.valueOf(each.getValue())))
                .collect(Collectors.joining("&"));
        return new Draft("GET", URI.create(base + path + (query.isEmpty() ? "" : '?' + query)), null, "");
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public Json unwrap(Json answer, String id, int status, @Nullable Duration retryAfter) {
        Fields fields = Fields.of(answer, "an answer is no object");
        Json error = fields.any("error");
        if (error != null && error.kind() == Json.Kind.OBJECT) {
            throw PeerError.of(error, status, retryAfter);
        }
        // 0.3 has the error bare.
        boolean bare = fields.textOr("", "code").startsWith("-3") && fields.has("message");
        if (bare || status >= 300) {
            throw PeerError.of(answer, status, retryAfter);
        }
        return answer;
    }
}
