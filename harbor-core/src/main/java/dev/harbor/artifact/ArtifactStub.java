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

    /**
     * Checks that nothing mandatory is missing.
     *
     * @throws IllegalArgumentException if the size is negative
     */
    public ArtifactStub {
        Objects.requireNonNull(ref, "ref");
        Objects.requireNonNull(mediaType, "mediaType");
        if (sizeBytes < 0) {
            throw new IllegalArgumentException("sizeBytes must not be negative, got " + sizeBytes);
        }
    }

    /**
     * Returns the form that a prompt carries: compact JSON with {@code artifact_ref}, {@code mime}, {@code size_bytes}, {@code hash} and, where set,
     * {@code summary} and {@code fetch}. The members of {@code fetch} are the name of a {@code tool} and the arguments to call it with.
     */
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
            Map<String, String> fetch = new LinkedHashMap<>();
            fetch.put("tool", fetchTool);
            fetch.put("ref", ref.id());
            members.put("fetch", fetch);
        }
        return Json.of(members);
    }

    /**
     * Reads what {@link #toJson} wrote; members that are unknown here are ignored.
     *
     * @throws dev.harbor.json.InvalidJsonException if a member has the wrong type
     * @throws IllegalArgumentException if a mandatory member is missing, or the reference is not spelled as one
     */
    public static ArtifactStub parse(Json json) {
        return new ArtifactStub(
                new ArtifactRef(member(json, "artifact_ref").asString()),
                member(json, "mime").asString(),
                member(json, "size_bytes").asLong(),
                json.get("summary").map(Json::asString).orElse(null),
                json.at("/fetch/tool").map(Json::asString).orElse(null));
    }

    private static Json member(Json json, String name) {
        return json.get(name)
                .orElseThrow(() -> new IllegalArgumentException("the stub of an artifact lacks '" + name + "'"));
    }
}
