/** OpenAPI documents as HTTP tools. */
module dev.harbor.tools.openapi {
    requires transitive dev.harbor.core;
    requires transitive dev.harbor.tools.http;
    requires static transitive org.jspecify;
    requires org.snakeyaml.engine;
    requires tools.jackson.core;

    exports dev.harbor.tools.openapi;

    // core reads the records of settings
    opens dev.harbor.tools.openapi to
            dev.harbor.core;

    provides dev.harbor.transport.ToolTransportProvider with
            dev.harbor.tools.openapi.OpenApiTransport;
}
