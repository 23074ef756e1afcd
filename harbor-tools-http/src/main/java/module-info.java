/** HTTP endpoints as tools. */
module dev.harbor.tools.http {
    requires transitive dev.harbor.core;
    requires static transitive org.jspecify;
    requires dev.harbor.net;
    requires org.slf4j;
    requires tools.jackson.core;
    requires tools.jackson.dataformat.yaml;

    exports dev.harbor.tools.http;

    // core reads the records of a manifest and of settings
    opens dev.harbor.tools.http to
            dev.harbor.core;

    provides dev.harbor.transport.ToolTransportProvider with
            dev.harbor.tools.http.HttpTransport;
}
