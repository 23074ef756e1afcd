package dev.harbor.json;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Makes the refusals of types. */
final class Unsupported {

    private Unsupported() {}

    /** Returns a refusal; {@code where} is a path like {@code Order.lines[].tag}. */
    static ConfigurationException at(String where, String reason) {
        return at(where, reason, null);
    }

    static ConfigurationException at(String where, String reason, @Nullable Throwable cause) {
        return new ConfigurationException(
                ErrorCode.UNSUPPORTED_TYPE, "unsupported type at " + where + ": " + reason, cause);
    }
}
