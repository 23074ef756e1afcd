package dev.harbor.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is the base of everything that Harbor throws. Unchecked; {@link #code()} is stable and documented, the message says what happened, to which thing,
 * and what is allowed instead. Expected endings of a call (denied, paused, unknown, cancelled) are values, not exceptions.
 *
 * <p>Thread-safe.
 */
public abstract class HarborException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** Creates an exception without a cause. */
    protected HarborException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /** Creates an exception; {@code cause} may be null when there is none. */
    protected HarborException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
        this.code = Objects.requireNonNull(code, "code");
    }

    /** Returns the stable code. */
    public final ErrorCode code() {
        return code;
    }
}
