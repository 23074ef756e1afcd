package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Is where a task of a peer stands.
 *
 * @param written the state as the peer spelled it
 * @param message its commentary, or null
 * @param timestamp since when, as the peer spelled it; empty when it did not
 */
record RemoteStatus(
        TaskState state, String written, @Nullable RemoteMessage message, String timestamp) {

    static final RemoteStatus NONE = new RemoteStatus(TaskState.OTHER, "(none)", null, "");

    static RemoteStatus read(Fields fields) {
        String written = fields.textOr("(none)", "state");
        Json message = fields.any("message", "update");
        return new RemoteStatus(
                TaskState.of(written),
                written,
                message == null ? null : RemoteMessage.read(message),
                fields.textOr("", "timestamp"));
    }

    /** Names this very status, so that it is known again when a peer shows it once more; empty when the peer says nothing that would. */
    String stamp() {
        String id = message == null ? "" : message.messageId();
        return timestamp.isEmpty() && id.isEmpty() ? "" : state.wireName() + '|' + timestamp + '|' + id;
    }

    String text() {
        return message == null ? "" : message.text();
    }
}
