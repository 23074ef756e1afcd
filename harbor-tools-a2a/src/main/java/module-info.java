/** Remote agents that speak A2A, as tools. */
module dev.harbor.tools.a2a {
    requires transitive dev.harbor.core;
    requires static transitive org.jspecify;
    requires dev.harbor.net;
    requires org.slf4j;

    exports dev.harbor.tools.a2a;
    exports dev.harbor.tools.a2a.server;

    // core reads the records of settings
    opens dev.harbor.tools.a2a to
            dev.harbor.core;

    provides dev.harbor.transport.ToolTransportProvider with
            dev.harbor.tools.a2a.A2aToolsProvider;
}
