/** The guarded HTTP client of Harbor's own transports. Not for users: it is exported to Harbor's modules only and may change in any release. */
module dev.harbor.net {
    requires transitive dev.harbor.core;
    requires static transitive org.jspecify;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.slf4j;

    exports dev.harbor.net to
            dev.harbor.oauth,
            dev.harbor.tools.a2a,
            dev.harbor.tools.http,
            dev.harbor.tools.mcp,
            dev.harbor.tools.openapi;
}
