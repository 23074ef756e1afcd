package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.List;
import java.util.Map;

/**
 * Is a message to a peer.
 *
 * @param contextId the conversation that it belongs to; empty for a new one
 * @param taskId the waiting task that it answers; empty for a new one
 * @param references tasks that it refers to
 * @param metadata what goes along, by URI
 */
record Outgoing(
        String messageId,
        List<Part> parts,
        String contextId,
        String taskId,
        List<String> references,
        Map<String, Json> metadata) {

    boolean isFollowUp() {
        return !taskId.isEmpty();
    }
}
