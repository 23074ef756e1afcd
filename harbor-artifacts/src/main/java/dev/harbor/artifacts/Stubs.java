package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.safety.ContextSafety;
import java.util.function.IntFunction;

/** Makes stubs that are themselves below a threshold, whatever they stand for. */
final class Stubs {

    static final int MAX_SUMMARY_BYTES = 16 * 1024;

    private Stubs() {}

    /**
     * Returns the stub of an artifact.
     *
     * @param threshold what its JSON must stay below; its summary gets half of that at most
     * @param summary returns a summary that takes so many bytes inside JSON, or less; an empty one is left out
     */
    static ArtifactStub of(ArtifactInfo info, int threshold, IntFunction<String> summary) {
        int frame = with(info, "").toJson().sizeBytes();
        int room = Math.min(Math.min(MAX_SUMMARY_BYTES, threshold / 2), threshold - 1 - frame);
        String text = summary.apply(room);
        return text.isEmpty()
                ? new ArtifactStub(info.ref(), info.mediaType(), info.sizeBytes(), null, ContextSafety.FETCH_TOOL)
                : with(info, text);
    }

    private static ArtifactStub with(ArtifactInfo info, String summary) {
        return new ArtifactStub(info.ref(), info.mediaType(), info.sizeBytes(), summary, ContextSafety.FETCH_TOOL);
    }
}
