package dev.harbor.turn;

import dev.harbor.history.LoopHistory.Exchange;
import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the input of a run of what came with the input of its turn, and of what was said before, as much as there is room for, the newest first to stay. */
final class Conversation {

    static final int MAX_BYTES = 16 * 1024;

    private Conversation() {}

    /**
     * Returns the input of a run: an object with {@code conversation} and {@code content}, as far as there is any.
     *
     * @param most how many bytes the conversation may have
     */
    static Json input(List<Exchange> before, Json content, long most) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<Json> kept = newest(before, most);
        if (!kept.isEmpty()) {
            members.put("conversation", kept);
        }
        if (kept.size() < before.size()) {
            members.put("omitted_turns", before.size() - kept.size());
        }
        if (!content.isNull()) {
            members.put("content", content);
        }
        return Json.of(members);
    }

    private static List<Json> newest(List<Exchange> before, long most) {
        List<Json> kept = new ArrayList<>();
        long room = most;
        for (int i = before.size() - 1; i >= 0; i--) {
            Json said = said(before.get(i));
            room -= said.sizeBytes();
            if (room < 0) {
                break;
            }
            kept.add(said);
        }
        Collections.reverse(kept);
        return kept;
    }

    private static Json said(Exchange exchange) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("user", exchange.text());
        members.put("state", exchange.state());
        members.put("answer", exchange.result());
        return Json.of(members);
    }
}
