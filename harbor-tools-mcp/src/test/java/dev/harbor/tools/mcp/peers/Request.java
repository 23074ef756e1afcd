package dev.harbor.tools.mcp.peers;

import java.util.Map;

/**
 * Is a message that a client sent.
 *
 * @param id the id as it was written, empty for a notification
 * @param method empty for a response
 * @param params the object as it was written
 * @param text the whole message
 */
record Request(String id, String method, String params, String text) {

    static Request of(String text) {
        Map<String, String> members = Members.of(text);
        return new Request(
                members.getOrDefault("id", ""),
                Members.unquoted(members.getOrDefault("method", "")),
                members.getOrDefault("params", "{}"),
                text);
    }

    /** Returns the name of the tool that is called. */
    String tool() {
        return Members.unquoted(param("name"));
    }

    /** Returns a member of the parameters as it was written, "null" if it is absent. */
    String param(String name) {
        return Members.of(params).getOrDefault(name, "null");
    }

    /** Returns the argument {@code text} as it was written. */
    String argument() {
        return Members.of(param("arguments")).getOrDefault("text", "\"\"");
    }

    /** Returns the progress token as it was written, "null" without one. */
    String progressToken() {
        return Members.of(param("_meta")).getOrDefault("progressToken", "null");
    }

    /** Tells whether the message is written by the rules of 2026-07-28. */
    boolean modern() {
        return params.contains("io.modelcontextprotocol/protocolVersion");
    }
}
