package dev.harbor.llm;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.policy.ErrorClass;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says that a model gave no answer.
 *
 * <p>Thread-safe.
 */
public final class LlmException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;

    /** Creates an exception with code {@link ErrorCode#MODEL_FAILED}. */
    public LlmException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
        this(ErrorCode.MODEL_FAILED, errorClass, message, cause);
    }

    /** Creates an exception with a code of its own. */
    public LlmException(ErrorCode code, ErrorClass errorClass, String message, @Nullable Throwable cause) {
        super(code, message, cause);
        this.errorClass = Objects.requireNonNull(errorClass, "errorClass");
    }

    /** Returns what kind of failure it was. */
    public ErrorClass errorClass() {
        return errorClass;
    }
}
