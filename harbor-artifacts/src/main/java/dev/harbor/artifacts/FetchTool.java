package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.policy.ErrorClass;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolOutput;
import java.io.IOException;
import java.io.InputStream;

/** Is the tool that reads an artifact in pages, each of which is below the threshold with all that is around it. Thread-safe. */
final class FetchTool {

    private static final String DESCRIPTION = """
            Reads stored content in pages. Give the reference of an artifact (artifact_ref, 'sha256:' and 64 hex digits). Without an offset it \
            reads from the beginning; if the result has next_offset, there is more: call again with it as offset. Offsets and lengths are bytes. \
            Content with encoding 'text' is plain text, with 'base64' it is binary.""";

    private static final Json INPUT = Json.parse("""
            {"type":"object","properties":{
            "ref":{"type":"string","description":"the reference of the artifact"},
            "offset":{"type":"integer","minimum":0,"description":"where to begin, in bytes; 0 if absent"},
            "length":{"type":"integer","minimum":1,"description":"how much to read at most, in bytes; as much as fits if absent"}},
            "required":["ref"],"additionalProperties":false}""");

    private static final Json OUTPUT = Json.parse("""
            {"type":"object","properties":{
            "ref":{"type":"string"},"mime":{"type":"string"},"size_bytes":{"type":"integer"},"offset":{"type":"integer"},
            "content":{"type":"string"},"encoding":{"enum":["text","base64"]},"next_offset":{"type":"integer"},"truncated":{"type":"boolean"}},
            "required":["ref","mime","size_bytes","offset","content","encoding","truncated"],"additionalProperties":false}""");

    private final int threshold;

    private FetchTool(int threshold) {
        this.threshold = threshold;
    }

    static Tool<Json, Json> create(int threshold) {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of(ContextSafety.FETCH_TOOL), INPUT.compact())
                .outputSchema(OUTPUT.compact())
                .description(DESCRIPTION)
                .effect(SideEffect.READ)
                .build();
        // A lower threshold that a runtime has for tools in general would offload the pages themselves, without end.
        return Tool.json(definition, new FetchTool(threshold)::fetch)
                .policy(ToolPolicy.builder().heavyThresholdBytes(threshold).build());
    }

    private ToolOutput<Json> fetch(Json arguments, ToolContext context) throws IOException {
        String ref = arguments.get("ref").orElse(Json.NULL).asString();
        long offset = arguments.get("offset").map(Json::asLong).orElse(0L);
        long length = arguments.get("length").map(Json::asLong).orElse(Long.MAX_VALUE);
        if (!ArtifactRef.isSpelledRight(ref)) {
            throw notFound();
        }
        try {
            return ToolOutput.of(page(context.artifacts(), new ArtifactRef(ref), offset, length));
        } catch (StoreException e) {
            throw e.code().equals(ErrorCode.ARTIFACT_NOT_FOUND) ? notFound() : e;
        }
    }

    private Json page(ScopedArtifacts artifacts, ArtifactRef ref, long offset, long length) throws IOException {
        ArtifactInfo info = artifacts.find(ref).orElseThrow(FetchTool::notFound);
        PageFrame frame = new PageFrame(info, offset);
        int room = Math.min(threshold / 2, threshold - 1 - frame.sizeBytes());
        try (InputStream in = artifacts.open(ref, offset)) {
            return frame.with(Page.read(in, info.mediaType(), room, length));
        }
    }

    private static ToolFailed notFound() {
        return ToolFailed.of(
                ErrorCode.ARTIFACT_NOT_FOUND,
                ErrorClass.PERMANENT,
                true,
                "no such artifact in this session",
                null,
                null);
    }
}
