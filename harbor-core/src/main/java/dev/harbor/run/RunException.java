package dev.harbor.run;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;

/**
 * Is thrown when a run is asked for what its state forbids, or when what a model answered can't be taken into it. Nothing has changed.
 *
 * <p>Thread-safe.
 */
public final class RunException extends HarborException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param code what kind of failure it is
     * @param message what happened, to which run or call, and what is allowed
     */
    public RunException(ErrorCode code, String message) {
        super(code, message);
    }
}
