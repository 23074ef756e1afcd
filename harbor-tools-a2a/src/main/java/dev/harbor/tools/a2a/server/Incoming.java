package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.util.List;

/**
 * Is a message as it came, checked: ids, and parts of which each has exactly one content.
 *
 * @param contextId the conversation; empty for a new one
 * @param taskId the task that it answers; empty for a new one
 */
record Incoming(String messageId, String contextId, String taskId, List<Json> parts, Json metadata) {

    static final List<String> CONTENTS = List.of("text", "raw", "url", "data");
    private static final int MOST_METADATA_BYTES = 64 << 10;

    static Incoming read(Params message, A2aServerLimits limits) {
        String role = message.text("role");
        if (!role.isEmpty() && !role.equals("ROLE_USER")) {
            throw Refusal.params("message.role must be ROLE_USER");
        }
        List<Json> parts = message.list("parts");
        if (parts.isEmpty() || parts.size() > limits.parts()) {
            throw Refusal.params("message.parts has 1 to " + limits.parts() + " parts");
        }
        parts.forEach(Incoming::check);
        Json metadata = message.any("metadata");
        if (metadata.sizeBytes() > MOST_METADATA_BYTES) {
            throw Refusal.params("message.metadata has at most " + MOST_METADATA_BYTES + " bytes");
        }
        return new Incoming(
                message.requiredId("messageId"),
                message.id("contextId"),
                message.id("taskId"),
                parts,
                metadata.isNull() ? Json.EMPTY_OBJECT : metadata);
    }

    private static void check(Json json) {
        Params part = Params.of(json, "part");
        long contents = CONTENTS.stream().filter(part::has).count();
        if (contents != 1) {
            throw Refusal.params("a part has exactly one of text, raw, url and data");
        }
        for (String member : List.of("text", "raw", "url", "mediaType", "filename")) {
            part.text(member);
        }
    }

    boolean isFollowUp() {
        return !taskId.isEmpty();
    }
}
