package dev.harbor.transport;

import dev.harbor.tool.TransportKind;

/**
 * Makes sources of one kind from configuration. Providers are found by {@link java.util.ServiceLoader} when a runtime is told to discover them, or
 * registered explicitly, which always works. None for a configured kind is an error that names the Maven artifact; two are an error that names both.
 *
 * <p>Implementations must be thread-safe.
 */
public interface ToolTransportProvider {

    /** Returns the kind that this provider serves. */
    TransportKind kind();

    /**
     * Makes a source; does not connect.
     *
     * @throws dev.harbor.error.ConfigurationException if the configuration is wrong; the message says where
     */
    ToolSource open(TransportConfig config);
}
