package dev.harbor.llm.langchain4j;

import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.error.ErrorCode;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmException;
import dev.harbor.policy.ErrorClass;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says which stored media are shown to a model: those of the caller's own session, up to a size. Without a store there are none. Immutable.
 *
 * @param store where they lie, or null
 * @param maxBytes the size of the largest
 */
record MediaLimit(@Nullable ArtifactStore store, long maxBytes) {

    static final MediaLimit NONE = new MediaLimit(null, 0);

    /** Returns the bytes in base64; empty when they are not to be shown, or are not there any more. */
    Optional<String> base64(ArtifactStub stub, LlmCall call) {
        if (store == null || stub.sizeBytes() > maxBytes) {
            return Optional.empty();
        }
        return store.open(call.identity(), stub.ref(), 0).flatMap(this::read);
    }

    /** The size in a stub may be anybody's word; what is read is bounded by the bytes themselves. */
    private Optional<String> read(InputStream content) {
        try (content) {
            byte[] bytes = content.readNBytes(Math.toIntExact(maxBytes + 1));
            return bytes.length > maxBytes
                    ? Optional.empty()
                    : Optional.of(Base64.getEncoder().encodeToString(bytes));
        } catch (IOException e) {
            throw new LlmException(
                    ErrorCode.STORE_FAILED, ErrorClass.TRANSIENT, "stored media could not be read for the model", e);
        }
    }
}
