package dev.harbor.artifact;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what a model sees in place of heavy content: a reference, what it is, how large it is, a short preview and how to read it.
 *
 * <p>Immutable.
 *
 * @param ref the content address
 * @param mediaType the media type
 * @param sizeBytes the size of the whole
 * @param summary a preview or description, small enough for a prompt, or null
 * @param fetchTool the name of the tool that reads it in pages, or null when there is none
 */
public record ArtifactStub(
        ArtifactRef ref,
        String mediaType,
        long sizeBytes,
        @Nullable String summary,
        @Nullable String fetchTool) {

    /** Checks that nothing mandatory is missing. */
    public ArtifactStub {
        Objects.requireNonNull(ref, "ref");
        Objects.requireNonNull(mediaType, "mediaType");
    }

    /** Returns the form that a prompt carries: compact JSON with {@code artifact_ref}, {@code mime}, {@code size_bytes}, {@code hash} and, where set, {@code summary} and {@code fetch}. */
    public Json toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("artifact_ref", ref.id());
        members.put("mime", mediaType);
        members.put("size_bytes", sizeBytes);
        members.put("hash", ref.id());
        if (summary != null) {
            members.put("summary", summary);
        }
        if (fetchTool != null) {
            members.put("fetch", Map.of("tool", fetchTool, "id", ref.id()));
        }
        return Json.of(members);
    }
}
