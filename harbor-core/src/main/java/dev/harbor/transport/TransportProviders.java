package dev.harbor.transport;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.tool.TransportKind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the providers of transports, one a kind: those registered explicitly, and, only if asked for, those that a class loader finds.
 *
 * <p>Immutable, thread-safe.
 */
public final class TransportProviders {

    private static final Logger LOG = LoggerFactory.getLogger(TransportProviders.class);

    /** Where the transports of Harbor itself are to be had. */
    private static final Map<String, String> ARTIFACTS = Map.of(
            "http", "dev.harbor:harbor-tools-http",
            "openapi", "dev.harbor:harbor-tools-openapi",
            "mcp", "dev.harbor:harbor-tools-mcp",
            "a2a", "dev.harbor:harbor-tools-a2a");

    private final Map<TransportKind, ToolTransportProvider> providers;

    private TransportProviders(Map<TransportKind, ToolTransportProvider> providers) {
        this.providers = providers;
    }

    /**
     * Returns providers that are registered explicitly.
     *
     * @throws AmbiguousTransport if two serve one kind
     */
    public static TransportProviders of(ToolTransportProvider... providers) {
        return new TransportProviders(Map.of()).with(List.of(providers));
    }

    /**
     * Returns these and those that a class loader finds by {@link ServiceLoader}; one of a class that is registered already is left out.
     *
     * @throws AmbiguousTransport if two serve one kind
     * @throws ConfigurationException if a provider is found and can't be made
     */
    public TransportProviders discover(ClassLoader loader) {
        Set<Class<?>> registered =
                providers.values().stream().map(Object::getClass).collect(Collectors.toSet());
        List<ToolTransportProvider> found = load(Objects.requireNonNull(loader, "loader")).stream()
                .filter(provider -> !registered.contains(provider.getClass()))
                .toList();
        TransportProviders all = with(found);
        found.forEach(provider -> LOG.info(
                "found transport '{}': {}", provider.kind(), provider.getClass().getName()));
        return all;
    }

    private static List<ToolTransportProvider> load(ClassLoader loader) {
        try {
            return ServiceLoader.load(ToolTransportProvider.class, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError e) {
            throw new ConfigurationException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "a provider of transports was found and can't be made: " + e.getMessage(),
                    e);
        }
    }

    private TransportProviders with(Collection<ToolTransportProvider> added) {
        Map<TransportKind, ToolTransportProvider> all = new LinkedHashMap<>(providers);
        for (ToolTransportProvider provider : added) {
            ToolTransportProvider other = all.put(Objects.requireNonNull(provider.kind(), "kind"), provider);
            if (other != null) {
                throw new AmbiguousTransport(provider.kind(), other, provider);
            }
        }
        return new TransportProviders(all);
    }

    /**
     * Makes a source by the provider of its kind; does not connect.
     *
     * @throws NoTransport if nothing serves the kind; the message names the Maven artifact
     * @throws ConfigurationException if the configuration is wrong
     */
    public ToolSource open(TransportConfig config) {
        return provider(config.kind()).open(config);
    }

    /**
     * Returns the provider of a kind.
     *
     * @throws NoTransport if nothing serves it; the message names the Maven artifact
     */
    public ToolTransportProvider provider(TransportKind kind) {
        ToolTransportProvider provider = providers.get(Objects.requireNonNull(kind, "kind"));
        if (provider == null) {
            throw new NoTransport(kind, "nothing serves the transport '" + kind + "'; " + advice(kind));
        }
        return provider;
    }

    private String advice(TransportKind kind) {
        String artifact = ARTIFACTS.get(kind.name());
        String known =
                providers.keySet().stream().map(TransportKind::name).sorted().collect(Collectors.joining(", "));
        return (artifact == null ? "" : "add the Maven artifact " + artifact + ", then ")
                + "register its provider or discover it; registered are: "
                + (known.isEmpty() ? "none" : known);
    }
}
