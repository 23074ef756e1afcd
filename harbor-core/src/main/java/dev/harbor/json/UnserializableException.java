package dev.harbor.json;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when a Java value cannot be written as JSON: it contains itself, a number that is not finite, a key that is no string, an unpaired surrogate
 * or an object of an unsupported class.
 *
 * <p>Thread-safe.
 */
public final class UnserializableException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /** Creates an exception with code {@link ErrorCode#UNSERIALIZABLE}; the path is a JSON pointer. */
    public UnserializableException(String path, String reason) {
        this(path, reason, null);
    }

    UnserializableException(String path, String reason, @Nullable Throwable cause) {
        super(
                ErrorCode.UNSERIALIZABLE,
                "cannot write " + (path.isEmpty() ? "the value" : path) + " as JSON: "
                        + Objects.requireNonNull(reason, "reason"),
                cause);
        this.path = path;
    }

    /** Returns the place as an RFC 6901 JSON pointer, empty for the whole value. */
    public String path() {
        return path;
    }
}
