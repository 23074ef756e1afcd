package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Is a message of a peer, or one of ours that it gives back. An id that it left out is empty. */
record RemoteMessage(String messageId, String taskId, String contextId, boolean fromAgent, List<Part> parts) {

    static RemoteMessage read(Json json) {
        Fields fields = Fields.of(json);
        return new RemoteMessage(
                fields.textOr("", "messageId", "message_id"),
                fields.textOr("", "taskId", "task_id"),
                fields.textOr("", "contextId", "context_id"),
                !fields.textOr("", "role").toLowerCase(Locale.ROOT).contains("user"),
                parts(fields));
    }

    static List<Part> parts(Fields fields) {
        return fields.list("parts", "content").stream().map(Part::read).toList();
    }

    /** Returns the text parts, one after the other. */
    String text() {
        return text(parts);
    }

    static String text(List<Part> parts) {
        return parts.stream()
                .filter(part -> part.kind() == Part.Kind.TEXT)
                .map(Part::content)
                .collect(Collectors.joining());
    }
}
