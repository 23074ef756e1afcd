package dev.harbor.tools.a2a;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts together what a peer says about one task. A snapshot replaces everything; changes go on from there. Confined to one call. */
final class TaskFold {

    private String id = "";
    private String contextId = "";
    private RemoteStatus status = RemoteStatus.NONE;
    private List<RemoteMessage> history = List.of();
    private final Map<String, Growing> artifacts = new LinkedHashMap<>();
    private @Nullable RemoteMessage said;

    /** Is an artifact whose parts still come. */
    private static final class Growing {

        private RemoteArtifact head;
        private final List<Part> parts = new ArrayList<>();

        private Growing(RemoteArtifact head) {
            this.head = head;
            parts.addAll(head.parts());
        }

        private RemoteArtifact whole() {
            return new RemoteArtifact(head.id(), head.name(), head.description(), List.copyOf(parts));
        }
    }

    /**
     * Takes an item in.
     *
     * @throws BrokenPeer if it is about another task
     */
    void take(Item item) {
        if (item instanceof Item.Said message) {
            said = message.message();
        } else if (item instanceof Item.Snapshot snapshot) {
            replace(snapshot.task());
        } else if (item instanceof Item.StatusChange change) {
            require(change.taskId(), change.contextId());
            status = change.status();
        } else if (item instanceof Item.ArtifactChange change) {
            require(change.taskId(), change.contextId());
            grow(change.artifact(), change.append());
        }
    }

    private void replace(RemoteTask task) {
        require(task.id(), task.contextId());
        status = task.status();
        history = task.history();
        artifacts.clear();
        task.artifacts().forEach(each -> grow(each, false));
    }

    private void require(String taskId, String context) {
        if (!taskId.isEmpty() && !id.isEmpty() && !taskId.equals(id)) {
            throw new BrokenPeer("it speaks of another task than the one that was asked about");
        }
        id = id.isEmpty() ? taskId : id;
        contextId = context.isEmpty() ? contextId : context;
    }

    /** A part for an artifact that is not there begins it. */
    private void grow(RemoteArtifact change, boolean append) {
        Growing known = append ? artifacts.get(change.id()) : null;
        if (known == null) {
            // Without an id each is one of its own.
            String key = change.id().isEmpty() ? "#" + artifacts.size() : change.id();
            artifacts.put(key, new Growing(change));
        } else {
            known.parts.addAll(change.parts());
        }
    }

    void begin(String taskId, String context) {
        require(taskId, context);
    }

    boolean hasTask() {
        return !id.isEmpty();
    }

    String taskId() {
        return id;
    }

    String contextId() {
        return contextId;
    }

    RemoteStatus status() {
        return status;
    }

    /** Returns the message that was the whole answer; null once there is a task, of which it is commentary. */
    @Nullable
    RemoteMessage answer() {
        return hasTask() ? null : said;
    }

    RemoteTask task() {
        return new RemoteTask(
                id,
                contextId,
                status,
                artifacts.values().stream().map(Growing::whole).toList(),
                history);
    }
}
