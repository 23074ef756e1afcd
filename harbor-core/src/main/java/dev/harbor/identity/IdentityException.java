package dev.harbor.identity;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;

/**
 * Is thrown when an identity is absent or incomplete; the message names the component. Nothing was done.
 *
 * <p>Thread-safe.
 */
public final class IdentityException extends HarborException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with code {@link ErrorCode#IDENTITY_REQUIRED}. */
    public IdentityException(String message) {
        super(ErrorCode.IDENTITY_REQUIRED, message);
    }
}
