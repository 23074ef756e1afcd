package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;

/** Says that the runtime has no thread left; nothing was started. */
final class RuntimeOverloaded extends HarborException {

    private static final long serialVersionUID = 1L;

    RuntimeOverloaded(String message, Throwable cause) {
        super(ErrorCode.OVERLOADED, message, cause);
    }
}
