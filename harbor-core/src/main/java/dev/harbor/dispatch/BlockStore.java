package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.ToolOutput.Block;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** Stores the blocks of a tool's output, each straight from its stream. */
final class BlockStore {

    private static final int MAX_SAID_LENGTH = 100;

    private final ScopedArtifacts artifacts;
    private final String tool;

    BlockStore(ScopedArtifacts artifacts, String tool) {
        this.artifacts = artifacts;
        this.tool = tool;
    }

    /**
     * Stores one block, unless the reading is cancelled before its end.
     *
     * @throws IOException if the tool's stream fails in any way
     * @throws dev.harbor.error.StoreException if the store does
     */
    ArtifactInfo put(Block block, Cancellation cancellation) throws IOException {
        try (InputStream content = BlockStream.open(block.content(), cancellation)) {
            return artifacts.put(content, options(block.mediaType()));
        }
    }

    /** A wrong label costs the label and not the content, which may be the only trace of an effect. */
    private ArtifactOptions options(String mediaType) {
        Map<String, String> source = new LinkedHashMap<>();
        source.put("tool", tool);
        if (ArtifactOptions.isMediaType(mediaType)) {
            return ArtifactOptions.of(mediaType).source(source);
        }
        source.put("media_type", said(mediaType));
        return ArtifactOptions.of(ArtifactOptions.DEFAULT_MEDIA_TYPE).source(source);
    }

    private static String said(String mediaType) {
        String beginning = mediaType.substring(0, Math.min(MAX_SAID_LENGTH, mediaType.length()));
        return beginning.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
