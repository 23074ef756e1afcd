package dev.harbor.llm;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.Objects;

/**
 * Says that heavy content was about to reach a model; the client was not asked. Its code is {@code ErrContextLeak}.
 *
 * <p>Thread-safe.
 */
public final class ContextLeakException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final String where;
    private final long sizeBytes;
    private final long limitBytes;

    /**
     * Creates an exception.
     *
     * @param where the place in the request, such as {@code messages[2].parts[0].text}
     * @param sizeBytes how large it was in UTF-8
     * @param limitBytes the size at which it is a leak
     */
    public ContextLeakException(String where, long sizeBytes, long limitBytes) {
        super(
                ErrorCode.CONTEXT_LEAK,
                "heavy content at the model's edge: " + where + " has " + sizeBytes + " bytes, allowed are fewer than "
                        + limitBytes + "; offload it as an artifact or split it into parts");
        this.where = Objects.requireNonNull(where, "where");
        this.sizeBytes = sizeBytes;
        this.limitBytes = limitBytes;
    }

    /** Returns the place in the request. */
    public String where() {
        return where;
    }

    /** Returns how large it was in bytes of UTF-8. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /** Returns the size at which it is a leak, in bytes. */
    public long limitBytes() {
        return limitBytes;
    }
}
