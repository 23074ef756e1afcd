package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Is what this client says of itself: its name and what it can do for a server, which is what the host has allowed. Immutable. */
final class ClientCapabilities {

    static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    static final String CLIENT = "io.modelcontextprotocol/clientInfo";
    static final String TASKS = "io.modelcontextprotocol/tasks";

    private static final Json INFO = Json.of(Map.of("name", "harbor", "version", "0.1.0"));

    private final Json legacy;
    private final Json modern;

    ClientCapabilities(McpSettings settings) {
        Map<String, Object> common = new LinkedHashMap<>();
        if (settings.elicitation) {
            common.put("elicitation", Map.of("form", Map.of(), "url", Map.of()));
        }
        if (settings.sampling != null) {
            common.put("sampling", Map.of());
        }
        if (!settings.roots.isEmpty()) {
            common.put("roots", Map.of());
        }
        legacy = Json.of(common);
        common.put("extensions", Map.of(TASKS, Map.of()));
        modern = Json.of(common);
    }

    Json info() {
        return INFO;
    }

    Json legacy() {
        return legacy;
    }

    /** Returns what every request of the newest version carries. */
    Map<String, Object> modernMeta(String version) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put(PROTOCOL_VERSION, version);
        meta.put(CLIENT, INFO);
        meta.put(CAPABILITIES, modern);
        return meta;
    }
}
