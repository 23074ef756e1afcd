package dev.harbor.tools.a2a;

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
 * Makes sources of remote agents from configuration. The settings name the agent by {@code url}, and may name credentials ({@code bearer}, {@code credentials} by
 * scheme), choose {@code skills} or {@code single_tool}, say what calls do to the world ({@code effect}), whether the agent is {@code trusted} with identities or
 * {@code idempotent}, and what may be reached: {@code allow_origins}, {@code allow_networks}, {@code allow_loopback}, {@code allow_plain_http}. Each source has
 * connections of its own, which end with it.
 *
 * <p>Immutable, thread-safe.
 */
public final class A2aToolsProvider implements ToolTransportProvider {

    private static final Codec<AgentSettings> SETTINGS = Codec.of(AgentSettings.class);

    private final CredentialProvider credentials;

    /** Makes a provider whose sources find their credentials in the environment of the process. */
    public A2aToolsProvider() {
        this(CredentialProvider.environment());
    }

    /** Makes a provider whose sources find their credentials there. */
    public A2aToolsProvider(CredentialProvider credentials) {
        this.credentials = Objects.requireNonNull(credentials, "credentials");
    }

    @Override
    public TransportKind kind() {
        return TransportKind.A2A;
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
