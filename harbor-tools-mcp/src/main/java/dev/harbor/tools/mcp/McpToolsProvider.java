package dev.harbor.tools.mcp;

import dev.harbor.access.CredentialProvider;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.json.Codec;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.Objects;

/**
 * Makes sources of the tools of MCP servers from configuration. The settings have either a {@code command} or a {@code url}; the page on connecting a server
 * lists all of them.
 *
 * <p>Immutable, thread-safe.
 */
public final class McpToolsProvider implements ToolTransportProvider {

    private static final Codec<ServerSettings> SETTINGS = Codec.of(ServerSettings.class);

    private final CredentialProvider credentials;

    /** Makes a provider whose sources find their credentials in the environment of the process. */
    public McpToolsProvider() {
        this(CredentialProvider.environment());
    }

    /** Makes a provider whose sources find their credentials there. */
    public McpToolsProvider(CredentialProvider credentials) {
        this.credentials = Objects.requireNonNull(credentials, "credentials");
    }

    @Override
    public TransportKind kind() {
        return TransportKind.MCP;
    }

    @Override
    public ToolSource open(TransportConfig config) {
        if (!config.kind().equals(kind())) {
            throw new ConfigurationException("source '" + config.source() + "' is of another kind: " + config.kind());
        }
        try {
            return SETTINGS.decode(config.settings()).source(config.source(), credentials);
        } catch (HarborException | IllegalArgumentException e) {
            throw new ConfigurationException(
                    ErrorCode.INVALID_CONFIGURATION, "source '" + config.source() + "': " + e.getMessage(), e);
        }
    }
}
