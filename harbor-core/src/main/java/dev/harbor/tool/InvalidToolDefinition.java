package dev.harbor.tool;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when a tool is defined in a way that can't work; it was not registered.
 *
 * <p>Thread-safe.
 */
public final class InvalidToolDefinition extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with code {@link ErrorCode#INVALID_TOOL_DEFINITION}. */
    public InvalidToolDefinition(String message) {
        this(message, null);
    }

    /** Creates an exception; {@code cause} may be null when there is none. */
    public InvalidToolDefinition(String message, @Nullable Throwable cause) {
        super(ErrorCode.INVALID_TOOL_DEFINITION, message, cause);
    }
}
