package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactInfo;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is what became of the blocks of an answer: all were stored, or one failed.
 *
 * @param infos what was stored, in order
 * @param failure what the first block that failed met, or null
 */
record StoredBlocks(List<ArtifactInfo> infos, @Nullable Exception failure) {

    /**
     * Returns what was stored.
     *
     * @throws IOException if the tool's stream failed
     * @throws RuntimeException what the store threw
     */
    List<ArtifactInfo> orThrow() throws IOException {
        if (failure instanceof IOException stream) {
            throw stream;
        }
        if (failure instanceof RuntimeException store) {
            throw store;
        }
        return infos;
    }
}
