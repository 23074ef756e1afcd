package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import dev.harbor.pause.Resolution;
import dev.harbor.tool.ToolSuspended;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Is what a server asks a person at one time, by the keys that it gave its questions; and the way from there to a pause and back. Immutable.
 *
 * @param server how the host calls the server
 * @param asks the questions
 */
record Asking(String server, Map<String, Ask> asks) {

    /** The key of a question that has none. */
    static final String ONLY = "answer";

    private static final int LONGEST = 1900;

    Asking {
        asks = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(asks));
    }

    /** Returns the pause that it takes. */
    ToolSuspended suspension(Json state) {
        return suspension(state, "");
    }

    private ToolSuspended suspension(Json state, String before) {
        boolean pages = asks.values().stream().allMatch(ask -> ask.url() != null);
        StringBuilder text =
                new StringBuilder(before).append("the server '").append(server).append("' asks: ");
        asks.values().forEach(ask -> text.append(ask.message()).append(' '));
        String message = text.length() > LONGEST
                ? text.substring(0, LONGEST) + "..."
                : text.toString().strip();
        Json payload = Json.of(payload());
        ToolSuspended made =
                pages ? ToolSuspended.externalEvent(message, payload) : ToolSuspended.awaitInput(message, payload);
        return made.state(state).hearsRefusal();
    }

    private Map<String, Object> payload() {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("server", server);
        if (asks.size() == 1) {
            payload.putAll(asks.values().iterator().next().shown());
        } else {
            Map<String, Object> all = new LinkedHashMap<>();
            asks.forEach((key, ask) -> all.put(key, ask.shown()));
            payload.put("requests", all);
        }
        return payload;
    }

    /**
     * Returns the answers of the protocol to a resolution.
     *
     * @throws ToolSuspended if an answer does not fit its form; the person is asked again
     */
    Map<String, Json> answers(Resolution resolution, Json state) {
        Map<String, Json> answers = new LinkedHashMap<>();
        for (Map.Entry<String, Ask> each : asks.entrySet()) {
            answers.put(each.getKey(), answer(each.getKey(), each.getValue(), resolution, state));
        }
        return answers;
    }

    private Json answer(String key, Ask ask, Resolution resolution, Json state) {
        switch (resolution.kind()) {
            case REJECT -> {
                return Json.of(Map.of("action", "decline"));
            }
            case TIMEOUT -> {
                return Json.of(Map.of("action", "cancel"));
            }
            default -> {
                Json given = asks.size() == 1
                        ? resolution.payload()
                        : resolution.payload().get(key).orElse(Json.NULL);
                return accepted(ask, given, state);
            }
        }
    }

    private Json accepted(Ask ask, Json given, Json state) {
        Json content = ask.filled(given);
        List<Violation> violations = ask.violations(content);
        if (!violations.isEmpty()) {
            Violation first = violations.get(0);
            throw suspension(state, "the answer at '" + first.pointer() + "' " + first.message() + "; once more, ");
        }
        return ask.accepted(content);
    }

    // ---- kept for later

    Json toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        asks.forEach((key, ask) -> {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("message", ask.message());
            members.put("schema", ask.schema() == null ? Json.NULL : ask.schema());
            members.put("url", ask.url() == null ? Json.NULL : Json.string(Objects.requireNonNull(ask.url())));
            all.put(key, members);
        });
        return Json.of(all);
    }

    static Asking of(String server, Json kept) {
        Map<String, Ask> asks = new LinkedHashMap<>();
        kept.members()
                .forEach((key, ask) -> asks.put(
                        key,
                        new Ask(
                                ask.get("message").orElseThrow().asString(),
                                ask.get("schema").filter(json -> !json.isNull()).orElse(null),
                                ask.get("url")
                                        .filter(json -> !json.isNull())
                                        .map(Json::asString)
                                        .orElse(null))));
        return new Asking(server, asks);
    }
}
