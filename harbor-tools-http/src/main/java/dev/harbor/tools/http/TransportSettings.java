package dev.harbor.tools.http;

import dev.harbor.access.CredentialProvider;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is the configuration of a source. */
record TransportSettings(
        @Nullable String file,
        @Nullable Json manifest,
        @Param("allow_hosts") @Nullable List<String> allowHosts,
        @Param("allow_networks") @Nullable List<String> allowNetworks,

        @Param(value = "allow_loopback", defaultValue = "false")
        boolean allowLoopback,

        @Param(value = "allow_plain_http", defaultValue = "false")
        boolean allowPlainHttp) {

    HttpAccess access(CredentialProvider credentials) {
        HttpAccess.Builder access = HttpAccess.builder().credentials(credentials);
        if (allowHosts != null) {
            allowHosts.forEach(access::allowHost);
        }
        if (allowNetworks != null) {
            allowNetworks.forEach(access::allowNetwork);
        }
        if (allowLoopback) {
            access.allowLoopback();
        }
        if (allowPlainHttp) {
            access.allowPlainHttp();
        }
        return access.build();
    }
}
