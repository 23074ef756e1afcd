package dev.harbor.tools.mcp;

import java.net.URI;
import java.util.List;

/**
 * Makes sources of the tools of MCP servers. What is made is a {@link dev.harbor.transport.ToolSource} for the builder of a runtime; its methods return
 * changed copies, so that it is described first and started by the runtime.
 *
 * <p>Thread-safe.
 */
public final class McpTools {

    private McpTools() {}

    /**
     * Returns a source of the tools of a server that is started as a child process and spoken to over its standard streams. The child sees no variable of this
     * process's environment, nor a shell.
     *
     * @param name the name of the source, and of its tools' prefix unless an alias is set
     * @param command program and arguments, 1 to 129, handed over as they are
     * @throws dev.harbor.error.ConfigurationException if the name or the command is empty or out of bounds
     */
    public static McpSource stdio(String name, String... command) {
        return new McpSource(new McpSettings(name, new StdioTarget(List.of(command))));
    }

    /**
     * Returns a source of the tools of a server that is reached by Streamable HTTP. Unless told otherwise only https to public addresses is allowed.
     *
     * @param name the name of the source, and of its tools' prefix unless an alias is set
     * @param endpoint an address of https or http, without user info and fragment, at most 2048 characters
     * @throws dev.harbor.error.ConfigurationException if the name or the address is not allowed
     */
    public static McpSource http(String name, URI endpoint) {
        return new McpSource(new McpSettings(name, new HttpTarget(endpoint)));
    }
}
