package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.tool.Resumption;
import dev.harbor.tool.ToolSuspended;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Is a result that says that the server needs more before there is one. What the client can answer by itself is answered; the rest is for a person. Immutable.
 *
 * @param asking what a person is asked; empty if nothing is
 * @param answered what was answered already
 * @param requestState what the server wants back as it was; empty if it wants nothing
 */
record InputRequired(Asking asking, Map<String, Json> answered, Optional<Json> requestState) {

    private static final int MOST_QUESTIONS = 32;

    /**
     * Reads a result.
     *
     * @throws LinkFailure if it asks for what the client does not offer
     */
    static InputRequired of(Json result, McpSettings settings) {
        Map<String, Ask> asks = new LinkedHashMap<>();
        Map<String, Json> answered = new LinkedHashMap<>();
        Optional<Json> requests = result.get("inputRequests").filter(json -> json.kind() == Json.Kind.OBJECT);
        Optional<Json> state = result.get("requestState").filter(json -> json.kind() == Json.Kind.STRING);
        if (requests.isEmpty() && state.isEmpty()) {
            throw LinkFailure.unreadable("the server needs more and does not say what", null);
        }
        requests.ifPresent(all -> all.members().forEach((key, question) -> {
            String method = RemoteTool.text(question.get("method")).orElse("");
            Json params = question.get("params").orElse(Json.EMPTY_OBJECT);
            if (method.equals("elicitation/create") && settings.elicitation) {
                asks.put(key, Ask.of(params));
            } else {
                answered.put(key, answered(settings, method, params));
            }
        }));
        if (asks.size() + answered.size() > MOST_QUESTIONS) {
            throw LinkFailure.unreadable("the server asks more than " + MOST_QUESTIONS + " questions at once", null);
        }
        return new InputRequired(new Asking(settings.alias, asks), answered, state);
    }

    private static Json answered(McpSettings settings, String method, Json params) {
        try {
            return Answering.answered(settings, method, params);
        } catch (HarborException e) {
            throw LinkFailure.unreadable("a question of the server was declined: " + e.getMessage(), e);
        }
    }

    boolean needsPerson() {
        return !asking.asks().isEmpty();
    }

    /** Returns the pause for the person. */
    ToolSuspended suspension() {
        return suspension(toJson("input", null));
    }

    /** Returns the pause for the person that a task needs. */
    ToolSuspended suspension(String task) {
        return suspension(toJson("task", task));
    }

    private ToolSuspended suspension(Json state) {
        try {
            return asking.suspension(state);
        } catch (IllegalArgumentException e) {
            throw LinkFailure.unreadable("the server asks more than can be kept: " + e.getMessage(), e);
        }
    }

    /** Returns what the request carries besides when it is sent once more. */
    Map<String, Object> more() {
        return more(answered);
    }

    private Map<String, Object> more(Map<String, Json> answers) {
        Map<String, Object> more = new LinkedHashMap<>();
        if (!answers.isEmpty()) {
            more.put("inputResponses", answers);
        }
        requestState.ifPresent(state -> more.put("requestState", state));
        return more;
    }

    // ---- kept for later

    private Json toJson(String kind, @Nullable String task) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("kind", kind);
        if (task != null) {
            members.put("task", task);
        }
        members.put("asks", asking.toJson());
        members.put("answered", answered);
        requestState.ifPresent(state -> members.put("requestState", state));
        return Json.of(members);
    }

    /**
     * Returns what the request carries when it goes on after a pause.
     *
     * @throws ToolSuspended if the answer does not fit
     */
    static Map<String, Object> more(Resumption resumption, McpSettings settings) {
        Json kept = resumption.state();
        Asking asking = Asking.of(settings.alias, kept.get("asks").orElse(Json.EMPTY_OBJECT));
        Map<String, Json> all = new LinkedHashMap<>(
                kept.get("answered").orElse(Json.EMPTY_OBJECT).members());
        all.putAll(asking.answers(resumption.resolution(), kept));
        return new InputRequired(asking, Map.of(), kept.get("requestState")).more(all);
    }
}
