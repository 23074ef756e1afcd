package dev.harbor.tools.a2a.server;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Is what a caller says.
 *
 * <p>Immutable.
 *
 * @param messageId the name that the caller gave it
 * @param contextId the conversation that it belongs to
 * @param text its texts, one after the other with a line break between; empty for none
 * @param data its data, in order
 * @param files its files, which are stored as artifacts of the session
 * @param links addresses that it names; nobody has fetched them
 * @param metadata what goes along; an object
 */
public record A2aMessage(
        String messageId,
        String contextId,
        String text,
        List<Json> data,
        List<ArtifactStub> files,
        List<String> links,
        Json metadata) {

    /** Copies the lists. */
    public A2aMessage {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(contextId, "contextId");
        Objects.requireNonNull(text, "text");
        data = List.copyOf(data);
        files = List.copyOf(files);
        links = List.copyOf(links);
        Objects.requireNonNull(metadata, "metadata");
    }

    /** Returns data, files and links as one object, without what there is none of: what a run can be given as input. */
    public Json input() {
        Map<String, Object> members = new LinkedHashMap<>();
        if (!data.isEmpty()) {
            members.put("data", data);
        }
        if (!files.isEmpty()) {
            members.put("files", files.stream().map(ArtifactStub::toJson).toList());
        }
        if (!links.isEmpty()) {
            members.put("links", links);
        }
        return Json.of(members);
    }

    /** Returns the answer that a message is to a question: its text, or an object with {@code text} and the members of {@link #input()}. */
    Json answer() {
        Map<String, Object> members = new LinkedHashMap<>();
        if (!text.isEmpty()) {
            members.put("text", text);
        }
        members.putAll(input().members());
        return members.size() == 1 && !text.isEmpty() ? Json.string(text) : Json.of(members);
    }

    /** Leaves out what was said. */
    @Override
    public String toString() {
        return "A2aMessage[" + messageId + ", " + text.length() + " characters]";
    }
}
