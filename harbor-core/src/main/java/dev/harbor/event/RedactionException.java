package dev.harbor.event;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when something that must be redacted could not be. Nothing of it comes out, and the message holds none of it.
 *
 * <p>Thread-safe.
 */
public final class RedactionException extends HarborException {

    private static final long serialVersionUID = 1L;

    RedactionException(String message, @Nullable Throwable cause) {
        super(ErrorCode.REDACTION_FAILED, message, cause);
    }
}
