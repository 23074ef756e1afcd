package dev.harbor.transport;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.json.Json;
import dev.harbor.tool.TransportKind;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Is the configuration of one source. It holds names of secrets, never secrets.
 *
 * <p>Immutable.
 *
 * @param kind what the tools run on
 * @param source the name of the source, 1 to {@value ExternalToolset#MAX_SOURCE_BYTES} bytes of UTF-8
 * @param settings an object whose members the provider defines
 */
public record TransportConfig(TransportKind kind, String source, Json settings) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken
     */
    public TransportConfig {
        Objects.requireNonNull(kind, "kind");
        if (source.isBlank() || source.getBytes(StandardCharsets.UTF_8).length > ExternalToolset.MAX_SOURCE_BYTES) {
            throw new IllegalArgumentException(
                    "the name of a source has 1 to " + ExternalToolset.MAX_SOURCE_BYTES + " bytes");
        }
        if (settings.kind() != Json.Kind.OBJECT) {
            throw new IllegalArgumentException(
                    "the settings of source '" + source + "' must be an object, got " + settings.kind());
        }
    }
}
