package dev.harbor.json;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.Objects;

/**
 * Is thrown when text is not one well-formed JSON document within the bounds of {@link Json}. Quotes at most one character of the text. Carries no stack
 * trace, since a model's mistakes are frequent and the place that matters is {@link #position()}.
 *
 * <p>Thread-safe.
 */
public final class MalformedJsonException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final int position;
    private final String reason;

    /** Creates an exception with code {@link ErrorCode#MALFORMED_JSON}; the position counts characters from 0. */
    public MalformedJsonException(int position, String reason) {
        super(ErrorCode.MALFORMED_JSON, "malformed JSON at character " + position + ": " + reason);
        this.position = position;
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Returns where reading stopped, in characters from 0. */
    public int position() {
        return position;
    }

    /** Returns what is wrong there. */
    public String reason() {
        return reason;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
