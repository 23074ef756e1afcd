package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps the questions of a server that are not answered yet, so that it can take them back; the newest {@value #MOST}. Thread-safe. */
final class Questions {

    static final int MOST = 256;

    private final Map<String, Question> open = new LinkedHashMap<>();

    synchronized void keep(Question question) {
        open.values().removeIf(Question::isDone);
        if (open.size() >= MOST) {
            open.remove(open.keySet().iterator().next());
        }
        open.put(question.id().toString(), question);
    }

    /** Takes back the question of an id; false if there is none, be it that it was answered or that the id is of a request of ours. */
    boolean withdraw(Json id) {
        Question question = removed(id);
        boolean open = question != null && !question.isDone();
        if (question != null) {
            question.withdraw();
        }
        return open;
    }

    private synchronized @Nullable Question removed(Json id) {
        return open.remove(id.toString());
    }
}
