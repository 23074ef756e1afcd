package dev.harbor.error;

import org.jspecify.annotations.Nullable;

/**
 * Is thrown by artifact stores and journals: the medium failed, the store is closed, a quota is reached. What was asked for did not become durable; with
 * {@link ErrorCode#UNKNOWN_WRITE_OUTCOME} nobody knows whether it did.
 *
 * <p>Thread-safe.
 */
public class StoreException extends HarborException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception without a cause. */
    public StoreException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /** Creates an exception; {@code cause} may be null when there is none. */
    public StoreException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
