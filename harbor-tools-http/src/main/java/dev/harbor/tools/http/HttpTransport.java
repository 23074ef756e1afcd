package dev.harbor.tools.http;

import dev.harbor.access.CredentialProvider;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.HarborException;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Makes sources of HTTP tools from configuration. The settings name a manifest, by {@code file} or written out as {@code manifest}, and what may be reached:
 * {@code allow_hosts}, {@code allow_networks}, {@code allow_loopback}, {@code allow_plain_http}. Each source has connections of its own, which end with it.
 *
 * <p>Immutable, thread-safe.
 */
public final class HttpTransport implements ToolTransportProvider {

    private static final Codec<TransportSettings> SETTINGS = Codec.of(TransportSettings.class);

    private final CredentialProvider credentials;

    /** Makes a provider whose sources find their credentials in the environment of the process. */
    public HttpTransport() {
        this(CredentialProvider.environment());
    }

    /** Makes a provider whose sources find their credentials there. */
    public HttpTransport(CredentialProvider credentials) {
        this.credentials = Objects.requireNonNull(credentials, "credentials");
    }

    @Override
    public TransportKind kind() {
        return TransportKind.HTTP;
    }

    @Override
    public ToolSource open(TransportConfig config) {
        if (!config.kind().equals(kind())) {
            throw new ConfigurationException("source '" + config.source() + "' is of another kind: " + config.kind());
        }
        try {
            TransportSettings settings = SETTINGS.decode(config.settings());
            return open(config.source(), settings);
        } catch (HarborException | IllegalArgumentException e) {
            throw new ConfigurationException(
                    HttpManifest.INVALID, "source '" + config.source() + "': " + e.getMessage(), e);
        }
    }

    private ToolSource open(String source, TransportSettings settings) {
        Json manifest = settings.manifest();
        String file = settings.file();
        if ((manifest == null) == (file == null)) {
            throw new ConfigurationException("the settings have either a file or a manifest");
        }
        HttpAccess access = settings.access(credentials);
        if (file != null) {
            return HttpToolset.manifest(source, access, Path.of(file)).owningAccess();
        }
        List<HttpTool> tools = HttpManifest.of(Objects.requireNonNull(manifest));
        return HttpToolset.loading(source, access, () -> tools).owningAccess();
    }
}
