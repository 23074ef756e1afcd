package dev.harbor.json;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when well-formed JSON does not fit the type or schema it is read against, or a Java value does not fit the schema it is written by. Carries no
 * stack trace, since a model's mistakes are frequent and the place that matters is {@link #violations()}.
 *
 * <p>Thread-safe.
 */
public final class InvalidJsonException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    /** Creates an exception with code {@link ErrorCode#INVALID_JSON} for at least one violation. */
    public InvalidJsonException(List<Violation> violations) {
        this(violations, null);
    }

    InvalidJsonException(List<Violation> violations, @Nullable Throwable cause) {
        super(ErrorCode.INVALID_JSON, message(violations), cause);
        this.violations = List.copyOf(violations);
    }

    /** Returns what is wrong, first things first; not empty. */
    public List<Violation> violations() {
        return violations;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    private static String message(List<Violation> violations) {
        if (violations.isEmpty()) {
            throw new IllegalArgumentException("an invalid value has at least one violation");
        }
        return violations.stream().map(Violation::toString).collect(Collectors.joining("; "));
    }
}
