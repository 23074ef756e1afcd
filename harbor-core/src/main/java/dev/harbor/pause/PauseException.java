package dev.harbor.pause;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;

/**
 * Is thrown when a pause can't be resolved. Nothing has changed. A token that does not exist and one of somebody else are not told apart.
 *
 * <p>Thread-safe.
 */
public final class PauseException extends HarborException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param code what kind of failure it is
     * @param message what happened and what is allowed; without tokens
     */
    public PauseException(ErrorCode code, String message) {
        super(code, message);
    }

    /** Returns that there is no such pause for who asks. */
    public static PauseException notFound() {
        return new PauseException(ErrorCode.PAUSE_NOT_FOUND, "there is no such pause");
    }
}
