package dev.harbor.tools.openapi;

import dev.harbor.access.CredentialProvider;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.HarborException;
import dev.harbor.json.Codec;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.Objects;

/**
 * Makes sources of OpenAPI tools from configuration. The settings name a document, by {@code file}, and may choose by {@code tags}, {@code paths}, {@code methods}
 * and {@code operations}, name the {@code server}, map security schemes to names of {@code credentials}, and say what may be reached: {@code allow_hosts},
 * {@code allow_networks}, {@code allow_loopback}, {@code allow_plain_http}. Each source has connections of its own, which end with it.
 *
 * <p>Immutable, thread-safe.
 */
public final class OpenApiTransport implements ToolTransportProvider {

    /** The kind of configuration that this serves, and what tools of a document say that they run on; requests are those of HTTP tools. */
    public static final TransportKind KIND = new TransportKind("openapi");

    private static final Codec<OpenApiSettings> SETTINGS = Codec.of(OpenApiSettings.class);

    private final CredentialProvider credentials;

    /** Makes a provider whose sources find their credentials in the environment of the process. */
    public OpenApiTransport() {
        this(CredentialProvider.environment());
    }

    /** Makes a provider whose sources find their credentials there. */
    public OpenApiTransport(CredentialProvider credentials) {
        this.credentials = Objects.requireNonNull(credentials, "credentials");
    }

    @Override
    public TransportKind kind() {
        return KIND;
    }

    @Override
    public ToolSource open(TransportConfig config) {
        if (!config.kind().equals(KIND)) {
            throw new ConfigurationException("source '" + config.source() + "' is of another kind: " + config.kind());
        }
        try {
            return SETTINGS.decode(config.settings()).source(config.source(), credentials);
        } catch (HarborException | IllegalArgumentException e) {
            throw new ConfigurationException(
                    dev.harbor.error.ErrorCode.INVALID_CONFIGURATION,
                    "source '" + config.source() + "': " + e.getMessage(),
                    e);
        }
    }
}
