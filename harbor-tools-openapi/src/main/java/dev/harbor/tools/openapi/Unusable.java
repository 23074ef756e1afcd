package dev.harbor.tools.openapi;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;

/** Is thrown when a part of a document can't become part of a tool. Thread-safe. */
final class Unusable extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    Unusable(OpenApiReason reason, String message) {
        super(ErrorCode.of(reason.name()), message);
    }

    Unusable(OpenApiReason reason, String message, Throwable cause) {
        super(ErrorCode.of(reason.name()), message, cause);
    }
}
