package dev.harbor.llm;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.policy.ErrorClass;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says that a model gave no answer.
 *
 * <p>Thread-safe.
 */
public final class LlmException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;
    private final @Nullable Duration retryAfter;

    /** Creates an exception with code {@link ErrorCode#MODEL_FAILED}. */
    public LlmException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
        this(ErrorCode.MODEL_FAILED, errorClass, message, cause);
    }

    /** Creates an exception with a code of its own. */
    public LlmException(ErrorCode code, ErrorClass errorClass, String message, @Nullable Throwable cause) {
        this(code, errorClass, message, cause, null);
    }

    /**
     * Creates an exception of a provider that says when to ask again.
     *
     * @param retryAfter how long to wait at least, or null when it does not say
     */
    public LlmException(
            ErrorCode code,
            ErrorClass errorClass,
            String message,
            @Nullable Throwable cause,
            @Nullable Duration retryAfter) {
        super(code, message, cause);
        this.errorClass = Objects.requireNonNull(errorClass, "errorClass");
        this.retryAfter = retryAfter;
    }

    /** Returns what kind of failure it was. */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /** Returns how long the provider asks to wait before it is asked again; empty when it does not say. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
