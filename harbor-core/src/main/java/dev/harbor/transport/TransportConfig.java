package dev.harbor.transport;

import dev.harbor.json.Json;
import dev.harbor.tool.TransportKind;
import java.util.Objects;

/**
 * Is the configuration of one source. It holds names of secrets, never secrets.
 *
 * <p>Immutable.
 *
 * @param kind what the tools run on
 * @param source the name of the source, 1 to 128 characters
 * @param settings an object whose members the provider defines
 */
public record TransportConfig(TransportKind kind, String source, Json settings) {

    /** The most characters that the name of a source may have. */
    public static final int MAX_SOURCE_LENGTH = 128;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken
     */
    public TransportConfig {
        Objects.requireNonNull(kind, "kind");
        if (source.isBlank() || source.length() > MAX_SOURCE_LENGTH) {
            throw new IllegalArgumentException("the name of a source has 1 to " + MAX_SOURCE_LENGTH + " characters");
        }
        if (settings.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException(
                    "the settings of source '" + source + "' must be an object, got " + settings.kind());
        }
    }
}
