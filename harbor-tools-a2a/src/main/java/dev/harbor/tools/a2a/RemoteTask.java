package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.List;

/** Is a task of a peer as it was last seen. */
record RemoteTask(
        String id, String contextId, RemoteStatus status, List<RemoteArtifact> artifacts, List<RemoteMessage> history) {

    /**
     * Reads a task.
     *
     * @throws BrokenPeer if it has no id, by which nothing can be done with it
     */
    static RemoteTask read(Json json) {
        Fields fields = Fields.of(json, "a task is no object");
        String id = fields.textOr("", "id");
        if (id.isEmpty()) {
            throw new BrokenPeer("a task has no id");
        }
        return new RemoteTask(
                id,
                fields.textOr("", "contextId", "context_id"),
                RemoteStatus.read(fields.object("status")),
                fields.list("artifacts").stream().map(RemoteArtifact::read).toList(),
                fields.list("history").stream().map(RemoteMessage::read).toList());
    }

    TaskState state() {
        return status.state();
    }
}
