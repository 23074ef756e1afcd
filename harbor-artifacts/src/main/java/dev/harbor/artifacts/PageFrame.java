package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Is what stands around a page of an artifact. Immutable. */
record PageFrame(ArtifactInfo info, long offset) {

    /** Returns how many bytes of JSON there are around the content, at most. */
    int sizeBytes() {
        return json("", Page.BASE64, Long.MAX_VALUE).sizeBytes();
    }

    Json with(Page page) {
        return json(page.content(), page.encoding(), Math.min(offset, info.sizeBytes()) + page.sizeBytes());
    }

    private Json json(String content, String encoding, long end) {
        boolean truncated = end != info.sizeBytes();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("ref", info.ref().id());
        members.put("mime", info.mediaType());
        members.put("size_bytes", info.sizeBytes());
        members.put("offset", offset);
        members.put("content", content);
        members.put("encoding", encoding);
        if (truncated) {
            members.put("next_offset", end);
        }
        members.put("truncated", truncated);
        return Json.of(members);
    }
}
