package dev.harbor.tool;

import dev.harbor.artifact.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Is what a tool hands back when it has more than a value: evidence, which needs a grant at registration, and blocks of binary content, which are stored
 * as artifacts of their own.
 *
 * <p>Immutable.
 *
 * @param value the result
 * @param blocks binary or textual parts beside it
 * @param evidence claims about what was seen or checked
 * @param <O> the type of the result
 */
public record ToolOutput<O>(O value, List<Block> blocks, List<Evidence> evidence) {

    /**
     * Is a part beside the value. The stream is opened once, read to its end straight into the artifact store, and closed.
     *
     * @param mediaType the media type
     * @param content gives the bytes
     */
    public record Block(String mediaType, Content content) {

        /** Checks that nothing is missing. */
        public Block {
            Objects.requireNonNull(mediaType, "mediaType");
            Objects.requireNonNull(content, "content");
        }
    }

    /** Opens the bytes of a block. */
    @FunctionalInterface
    public interface Content {

        /**
         * Opens the bytes. The caller closes the stream.
         *
         * @throws java.io.IOException if they can't be read
         */
        java.io.InputStream open() throws java.io.IOException;
    }

    /** Copies the lists. */
    public ToolOutput {
        Objects.requireNonNull(value, "value");
        blocks = List.copyOf(blocks);
        evidence = List.copyOf(evidence);
    }

    /** Returns a value alone. */
    public static <O> ToolOutput<O> of(O value) {
        return new ToolOutput<>(value, List.of(), List.of());
    }

    /** Returns this output with one more claim. */
    public ToolOutput<O> evidence(Evidence claim) {
        List<Evidence> all = new ArrayList<>(evidence);
        all.add(claim);
        return new ToolOutput<>(value, blocks, all);
    }

    /** Returns this output with one more block. */
    public ToolOutput<O> block(String mediaType, Content content) {
        List<Block> all = new ArrayList<>(blocks);
        all.add(new Block(mediaType, content));
        return new ToolOutput<>(value, all, evidence);
    }
}
