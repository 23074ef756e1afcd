package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Is where a task stands.
 *
 * @param text what is said about it; empty for nothing
 * @param data what goes along; JSON null for nothing
 * @param name names what is said, so that it is known again; empty when nothing is said
 * @param since when it came about
 */
record TaskStatus(State state, String text, Json data, String name, Instant since) {

    /** Names the states of the protocol that a task can be in. */
    enum State {
        SUBMITTED,
        WORKING,
        INPUT_REQUIRED,
        AUTH_REQUIRED,
        COMPLETED,
        FAILED,
        CANCELED;

        String wireName() {
            return "TASK_STATE_" + name();
        }

        boolean isTerminal() {
            return this == COMPLETED || this == FAILED || this == CANCELED;
        }

        boolean isInterrupted() {
            return this == INPUT_REQUIRED || this == AUTH_REQUIRED;
        }
    }

    static TaskStatus of(State state, Instant since) {
        return new TaskStatus(state, "", Json.NULL, "", since);
    }

    TaskStatus saying(String words, String named) {
        return new TaskStatus(state, words, data, named, since);
    }

    TaskStatus with(Json more) {
        return new TaskStatus(state, text, more, name, since);
    }

    /** Is another one for each change that a caller can see. */
    String stamp() {
        return state.name() + '|' + name + '|' + (state == State.WORKING ? "" : since);
    }

    Json toJson(String taskId, String contextId) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("state", state.wireName());
        if (!name.isEmpty()) {
            members.put("message", message(taskId, contextId));
        }
        members.put("timestamp", since.toString());
        return Json.of(members);
    }

    private Map<String, Object> message(String taskId, String contextId) {
        List<Object> parts = new ArrayList<>();
        parts.add(Map.of("text", text));
        if (!data.isNull()) {
            parts.add(Map.of("data", data, "mediaType", "application/json"));
        }
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("messageId", name);
        members.put("contextId", contextId);
        members.put("taskId", taskId);
        members.put("role", "ROLE_AGENT");
        members.put("parts", parts);
        return members;
    }
}
