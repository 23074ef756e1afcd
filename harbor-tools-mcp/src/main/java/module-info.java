/** Servers of the Model Context Protocol as sources of tools. */
module dev.harbor.tools.mcp {
    requires transitive dev.harbor.core;
    requires static transitive org.jspecify;
    requires dev.harbor.net;
    requires org.slf4j;

    exports dev.harbor.tools.mcp;

    // core reads the records of settings
    opens dev.harbor.tools.mcp to
            dev.harbor.core;

    provides dev.harbor.transport.ToolTransportProvider with
            dev.harbor.tools.mcp.McpToolsProvider;
}
