package dev.harbor.loop;

import java.util.Objects;

/**
 * Says what a replacement of external tools came to.
 *
 * <p>Immutable.
 *
 * @param source whose tools were replaced
 * @param generation the label of the content
 * @param installed how many tools the source has from the next turn on; 0 when it was cleared
 */
public record LoopToolsResult(String source, String generation, int installed) {

    /** Checks that nothing is missing. */
    public LoopToolsResult {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(generation, "generation");
    }
}
