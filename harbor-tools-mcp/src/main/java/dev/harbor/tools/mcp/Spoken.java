package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.util.List;

/**
 * Is what was agreed on with a server.
 *
 * @param version the version of the protocol
 * @param serverName how the server names itself, its own word
 * @param capabilities what the server can do
 */
record Spoken(String version, String serverName, Json capabilities) {

    static final String MODERN = "2026-07-28";

    /** The newest version that begins with a handshake. */
    static final String NEWEST_LEGACY = "2025-11-25";

    static final List<String> LEGACY = List.of(NEWEST_LEGACY, "2025-06-18", "2025-03-26", "2024-11-05");

    boolean isModern() {
        return version.equals(MODERN);
    }

    /** Tells whether the server offers something, such as {@code tools}. */
    boolean offers(String capability) {
        return capabilities
                .get(capability)
                .filter(json -> json.kind() == Json.Kind.OBJECT)
                .isPresent();
    }

    /** Tells whether the server tells of changes of a list. */
    boolean tellsChanges(String capability) {
        return has(capability, "listChanged");
    }

    /** Tells whether the server tells of changes of single resources. */
    boolean tellsUpdates() {
        return has("resources", "subscribe");
    }

    private boolean has(String capability, String member) {
        return capabilities
                .get(capability)
                .flatMap(json -> json.get(member))
                .filter(json -> json.kind() == Json.Kind.BOOLEAN && json.asBoolean())
                .isPresent();
    }
}
