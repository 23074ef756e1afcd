package dev.harbor.tools.a2a;

import java.util.Map;

/** Is where a peer is asked to tell of changes of a task, and the token by which it is known. It shows neither. */
record PushTarget(String id, String url, String token) {

    Map<String, Object> toJson() {
        return Map.of("id", id, "url", url, "token", token);
    }

    @Override
    public String toString() {
        return "PushTarget[" + id + "]";
    }
}
