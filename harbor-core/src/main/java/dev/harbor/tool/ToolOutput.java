package dev.harbor.tool;

import dev.harbor.artifact.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is what a tool hands back when it has more than a value: evidence, which needs a grant at registration, and blocks of binary content, which are stored
 * as artifacts of their own.
 *
 * <p>A part that is null is refused with {@link InvalidResult}: a handler that hands it back is at fault, and has done its work all the same.
 *
 * <p>Immutable.
 *
 * @param value the result; null is the result of a tool over {@link Void}, and refused as the tool's fault when any other tool hands it back
 * @param blocks binary or textual parts beside it
 * @param evidence claims about what was seen or checked
 * @param <O> the type of the result
 */
public record ToolOutput<O extends @Nullable Object>(O value, List<Block> blocks, List<Evidence> evidence) {

    /**
     * Is a part beside the value. The stream is opened once, read to its end straight into the artifact store, and closed. If it can't be opened, read or
     * closed, the call fails with {@link dev.harbor.error.ErrorCode#INVALID_RESULT}. It is read where the tool runs; all blocks of an answer together have
     * the time limit of one attempt, and what cancels the call ends the reading. What is read later than that is not kept.
     *
     * @param mediaType the media type. One that may not stand as such ({@link dev.harbor.artifact.ArtifactOptions#isMediaType}) loses no content: the part is
     *     stored as {@value dev.harbor.artifact.ArtifactOptions#DEFAULT_MEDIA_TYPE}, with the beginning of what was said under {@code media_type} in its source
     * @param content gives the bytes
     */
    public record Block(String mediaType, Content content) {

        /**
         * Checks that nothing is missing.
         *
         * @throws InvalidResult if a part is null
         */
        public Block {
            require(mediaType != null, "a block without a media type");
            require(content != null, "a block without content");
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

    /**
     * Copies the lists.
     *
     * @throws InvalidResult if a list, or something in it, is null
     */
    public ToolOutput {
        blocks = present(blocks, "a block that is null");
        evidence = present(evidence, "evidence that is null");
    }

    private static <T> List<T> present(List<T> parts, String otherwise) {
        require(parts != null, otherwise);
        if (parts.isEmpty()) {
            return List.of();
        }
        require(parts.stream().allMatch(Objects::nonNull), otherwise);
        return List.copyOf(parts);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidResult("the output of the tool has " + otherwise, List.of());
        }
    }

    /** Returns a value alone. */
    public static <O extends @Nullable Object> ToolOutput<O> of(O value) {
        return new ToolOutput<>(value, List.of(), List.of());
    }

    /**
     * Returns this output with one more claim.
     *
     * @throws InvalidResult if it is null
     */
    public ToolOutput<O> evidence(Evidence claim) {
        List<Evidence> all = new ArrayList<>(evidence);
        all.add(claim);
        return new ToolOutput<>(value, blocks, all);
    }

    /**
     * Returns this output with one more block.
     *
     * @throws InvalidResult if a part of it is null
     */
    public ToolOutput<O> block(String mediaType, Content content) {
        List<Block> all = new ArrayList<>(blocks);
        all.add(new Block(mediaType, content));
        return new ToolOutput<>(value, all, evidence);
    }
}
