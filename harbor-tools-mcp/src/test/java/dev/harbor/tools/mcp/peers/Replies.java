package dev.harbor.tools.mcp.peers;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the messages of a server. */
final class Replies {

    static final String LEGACY = "2025-11-25";
    static final String MODERN = "2026-07-28";

    private Replies() {}

    static String result(String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    static String error(String id, int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":\"" + message
                + "\"}}";
    }

    static String notification(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    static String request(String id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    static String initialized(String version) {
        return "{\"protocolVersion\":\"" + version
                + "\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"peer\",\"version\":\"1\"}}";
    }

    static String discovered() {
        return "{\"resultType\":\"complete\",\"supportedVersions\":[\"" + MODERN
                + "\"],\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"peer\",\"version\":\"1\"},\"ttlMs\":0,\"cacheScope\":\"private\"}";
    }

    static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"description\":\"Says what it is told.\",\"inputSchema\":"
                + "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}";
    }

    static String page(List<String> tools) {
        return "{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"tools\":" + list(tools) + "}";
    }

    static String page(List<String> tools, String nextCursor) {
        return "{\"tools\":" + list(tools) + ",\"nextCursor\":" + nextCursor + "}";
    }

    private static String list(List<String> tools) {
        return tools.stream().collect(Collectors.joining(",", "[", "]"));
    }

    /** Returns the result of a call; the text is given as it is written in JSON, with its quotes. */
    static String text(String quoted) {
        return "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":" + quoted + "}]}";
    }

    static String text(String id, String quoted) {
        return result(id, text(quoted));
    }

    static String quoted(String plain) {
        return "\"" + plain + "\"";
    }
}
