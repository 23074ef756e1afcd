package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import org.jspecify.annotations.Nullable;

/** Is what a peer sends in answer to a message, once or as an event of a stream. */
sealed interface Item {

    record Said(RemoteMessage message) implements Item {}

    record Snapshot(RemoteTask task) implements Item {}

    record StatusChange(String taskId, String contextId, RemoteStatus status) implements Item {}

    record ArtifactChange(String taskId, String contextId, RemoteArtifact artifact, boolean append) implements Item {}

    /**
     * Reads an item in the shape of either version.
     *
     * @throws BrokenPeer if it is none
     */
    static Item read(Json json) {
        Fields fields = Fields.of(json, "an answer is no object");
        Item named = byMember(fields);
        if (named != null) {
            return named;
        }
        return switch (fields.textOr("", "kind")) {
            case "task" -> new Snapshot(RemoteTask.read(json));
            case "message" -> new Said(RemoteMessage.read(json));
            case "status-update" -> statusChange(fields);
            case "artifact-update" -> artifactChange(fields);
            default -> bare(fields, json);
        };
    }

    private static @Nullable Item byMember(Fields fields) {
        Json task = fields.any("task");
        if (task != null) {
            return new Snapshot(RemoteTask.read(task));
        }
        Json status = fields.any("statusUpdate", "status_update");
        if (status != null) {
            return statusChange(Fields.of(status));
        }
        Json artifact = fields.any("artifactUpdate", "artifact_update");
        if (artifact != null) {
            return artifactChange(Fields.of(artifact));
        }
        Json message = fields.any("message", "msg");
        return message == null || message.kind() != Json.Kind.OBJECT ? null : new Said(RemoteMessage.read(message));
    }

    /** Some leave the kind out. */
    private static Item bare(Fields fields, Json json) {
        if (fields.has("id") && fields.has("status")) {
            return new Snapshot(RemoteTask.read(json));
        }
        if (fields.has("parts") && fields.has("messageId")) {
            return new Said(RemoteMessage.read(json));
        }
        throw new BrokenPeer("an answer is neither a task nor a message nor a change of a task");
    }

    private static Item statusChange(Fields fields) {
        return new StatusChange(
                fields.textOr("", "taskId", "task_id"),
                fields.textOr("", "contextId", "context_id"),
                RemoteStatus.read(fields.object("status")));
    }

    private static Item artifactChange(Fields fields) {
        Json artifact = fields.any("artifact");
        if (artifact == null) {
            throw new BrokenPeer("a change of an artifact has no artifact");
        }
        return new ArtifactChange(
                fields.textOr("", "taskId", "task_id"),
                fields.textOr("", "contextId", "context_id"),
                RemoteArtifact.read(artifact),
                fields.flag("append"));
    }
}
