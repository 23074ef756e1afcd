package dev.harbor.error;

import org.jspecify.annotations.Nullable;

/**
 * Is thrown while something is being built or registered: a policy, a definition, a runtime. Nothing was built; correct the input and build again.
 *
 * <p>Thread-safe.
 */
public class ConfigurationException extends HarborException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with code {@link ErrorCode#INVALID_CONFIGURATION}. */
    public ConfigurationException(String message) {
        this(ErrorCode.INVALID_CONFIGURATION, message, null);
    }

    /** Creates an exception with a code of its own. */
    public ConfigurationException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /** Creates an exception; {@code cause} may be null when there is none. */
    public ConfigurationException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }
}
