package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;

/** Says that a runtime was used after it was closed. */
final class RuntimeClosed extends HarborException {

    private static final long serialVersionUID = 1L;

    RuntimeClosed() {
        super(ErrorCode.CLOSED, "the runtime is closed");
    }
}
